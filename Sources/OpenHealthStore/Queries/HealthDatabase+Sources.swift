// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    private struct Figures {
        var count = 0
        var first = Double.infinity
        var last = -Double.infinity

        mutating func add(_ other: Figures) {
            count += other.count
            first = min(first, other.first)
            last = max(last, other.last)
        }
    }

    /// Returns a summary of each source, sorted by name. Reads every sample once.
    /// - Throws: A ``StoreError``.
    public func sources() throws -> [SourceSummary] {
        try read { db in
            let reader = RecordReader(db)
            var bySource: [Int64: Figures] = [:]
            for (provenance, figures) in try Self.figures(db) {
                bySource[try reader.origin(provenance).source, default: Figures()].add(figures)
            }
            var versions: [Int64: Set<String>] = [:]
            var devices: [Int64: Set<String>] = [:]
            for provenance in try Int64.fetchAll(db, sql: "SELECT id FROM provenance") {
                let origin = try reader.origin(provenance)
                if let version = origin.version { versions[origin.source, default: []].insert(version) }
                if let device = origin.device, let name = device.name ?? device.model ?? device.hardware {
                    devices[origin.source, default: []].insert(name)
                }
            }
            let rows = try Row.fetchAll(db, sql: "SELECT id, name, bundle_identifier FROM source ORDER BY name, id")
            return try rows.map { row in
                let id = try row.decode(Int64.self, atIndex: 0)
                let figures = bySource[id]
                return SourceSummary(
                    id: id, name: try row.decode(atIndex: 1), bundleIdentifier: try row.decode(atIndex: 2),
                    versions: (versions[id] ?? []).sorted { $0.compare($1, options: .numeric) == .orderedAscending },
                    devices: (devices[id] ?? []).sorted(), count: figures?.count ?? 0,
                    earliest: figures.map { Date(timeIntervalSince1970: $0.first) },
                    latest: figures.map { Date(timeIntervalSince1970: $0.last) })
            }
        }
    }

    /// Returns counts and ranges by provenance. Grouping in SQL would sort all samples first.
    private static func figures(_ db: Database) throws -> [Int64: Figures] {
        var figures: [Int64: Figures] = [:]
        var current: Int64 = -1
        var run = Figures()
        let rows = try Row.fetchCursor(db, sql: "SELECT provenance, start, coalesce(end, start) FROM sample")
        while let row = try rows.next() {
            let provenance = try row.decode(Int64.self, atIndex: 0)
            if provenance != current {
                if run.count > 0 { figures[current, default: Figures()].add(run) }
                current = provenance
                run = Figures()
            }
            run.count += 1
            run.first = min(run.first, try row.decode(Double.self, atIndex: 1))
            run.last = max(run.last, try row.decode(Double.self, atIndex: 2))
        }
        if run.count > 0 { figures[current, default: Figures()].add(run) }
        return figures
    }
}

/// A summary of one source.
public struct SourceSummary: Sendable, Equatable {
    /// The number of the source in this store.
    public var id: Int64
    /// The name, as written.
    public var name: String
    /// The bundle identifier of the app; nil for imported sources.
    public var bundleIdentifier: String?
    /// The versions of the source, in order.
    public var versions: [String]
    /// The names of the devices, in order.
    public var devices: [String]
    /// The number of samples.
    public var count: Int
    /// The start date of the earliest sample.
    public var earliest: Date?
    /// The end date of the latest sample.
    public var latest: Date?
}
