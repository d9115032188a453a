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
        try sources(after: nil, limit: .max)
    }

    /// Returns a page of the summaries of sources, sorted by name. Reads every sample once.
    /// - Parameters:
    ///   - last: The number of the last source of the previous page; nil for the first page.
    ///   - limit: The maximum number of sources.
    /// - Throws: A ``StoreError``: `notFound` if there is no such source.
    package func sources(after last: Int64?, limit: Int) throws -> [SourceSummary] {
        try read { db in
            if let last { try Self.checkSource(db, last) }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, name, bundle_identifier FROM source
                    WHERE ?1 IS NULL OR (name, id) > (SELECT name, id FROM source WHERE id = ?1) ORDER BY name, id LIMIT ?2
                    """, arguments: [last, limit])
            let wanted = Set(try rows.map { try $0.value(Int64.self, of: "id") })
            let reader = RecordReader(db)
            var bySource: [Int64: Figures] = [:]
            for (provenance, figures) in try Self.figures(db) {
                bySource[try reader.origin(provenance).source, default: Figures()].add(figures)
            }
            var versions: [Int64: Set<String>] = [:]
            var devices: [Int64: Set<String>] = [:]
            for provenance in try Int64.fetchAll(db, sql: "SELECT id FROM provenance") {
                let origin = try reader.origin(provenance)
                guard wanted.contains(origin.source) else { continue }
                if let version = origin.version { versions[origin.source, default: []].insert(version) }
                if let device = origin.device, let name = device.name ?? device.model ?? device.hardware {
                    devices[origin.source, default: []].insert(name)
                }
            }
            return try rows.map { row in
                let id = try row.value(Int64.self, of: "id")
                let figures = bySource[id]
                return SourceSummary(
                    id: id, name: try row.value(of: "name"), bundleIdentifier: try row.value(of: "bundle_identifier"),
                    versions: (versions[id] ?? []).sorted { $0.compare($1, options: .numeric) == .orderedAscending },
                    devices: (devices[id] ?? []).sorted(), count: figures?.count ?? 0,
                    earliest: figures.map { Date(timeIntervalSince1970: $0.first) },
                    latest: figures.map { Date(timeIntervalSince1970: $0.last) })
            }
        }
    }

    private enum FigureColumn: Int32, PositionedColumns {
        case provenance, start, end

        var expression: String { self == .end ? "coalesce(end, start)" : "\(self)" }
    }

    /// Returns counts and ranges by provenance. Grouping in SQL would sort all samples first.
    private static func figures(_ db: Database) throws -> [Int64: Figures] {
        var figures: [Int64: Figures] = [:]
        var current: Int64 = -1
        var run = Figures()
        let rows = try Row.fetchCursor(db, sql: "SELECT \(FigureColumn.selection) FROM sample")
        while let row = try rows.next() {
            let provenance = try row.value(Int64.self, at: FigureColumn.provenance)
            if provenance != current {
                if run.count > 0 { figures[current, default: Figures()].add(run) }
                current = provenance
                run = Figures()
            }
            run.count += 1
            run.first = min(run.first, try row.value(Double.self, at: FigureColumn.start))
            run.last = max(run.last, try row.value(Double.self, at: FigureColumn.end))
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
