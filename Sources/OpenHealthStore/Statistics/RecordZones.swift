// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The time zones that samples carry in their metadata.
package struct RecordZones {
    /// The types whose samples state the person's zone: phones and watches write it with sleep and workouts.
    package static let types: [HKSampleType] = [HKCategoryType(.sleepAnalysis), HKObjectType.workoutType()]

    /// The zones by the numbers of metadata.
    private let names: [Int64: String]
    /// The first and the last record of each run of records with one zone.
    package private(set) var records: [RecordedZones.Record] = []

    /// Whether no sample has a zone.
    package var isEmpty: Bool { names.isEmpty }

    /// Reads the zones of metadata.
    package init(_ db: Database) throws {
        var names: [Int64: String] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(MetadataZoneColumn.selection) FROM metadata WHERE time_zone IS NOT NULL")
        while let row = try rows.next() {
            names[try row.value(at: MetadataZoneColumn.id)] = try row.value(
                String.self, at: MetadataZoneColumn.timeZone)
        }
        self.names = names
    }

    /// Returns the zone of a sample with the number of its metadata; nil if it has none.
    package func zone(_ metadata: Int64) -> String? { names[metadata] }

    /// Adds a sample, in the order of the start dates.
    package mutating func add(start: Double, zone: String) {
        let isInRun = records.count > 1 && records.suffix(2).allSatisfy { $0.zone == zone }
        if isInRun { records.removeLast() }
        records.append(RecordedZones.Record(start: start, zone: zone))
    }
}

extension HealthDatabase {
    /// Returns the first and the last sample of each run of samples of a type with one time zone, in order.
    package func recordZones(of type: HKSampleType, from: Date, to: Date) throws -> [RecordedZones.Record] {
        try read { db in
            var zones = try RecordZones(db)
            guard !zones.isEmpty else { return [] }
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT \(ZoneColumn.selection) FROM sample
                        WHERE type = (SELECT id FROM sample_type WHERE identifier = ?) AND start >= ? AND start < ?
                            AND metadata IS NOT NULL ORDER BY start
                        """),
                arguments: [type.identifier, from.timeIntervalSince1970, to.timeIntervalSince1970])
            while let row = try rows.next() {
                guard let zone = zones.zone(try row.value(at: ZoneColumn.metadata)) else { continue }
                zones.add(start: try row.value(at: ZoneColumn.start), zone: zone)
            }
            return zones.records
        }
    }
}

private enum ZoneColumn: Int32, PositionedColumns {
    case start, metadata
}

/// The columns of metadata with a time zone.
enum MetadataZoneColumn: Int32, PositionedColumns {
    case id, timeZone

    var expression: String { self == .timeZone ? "time_zone" : "\(self)" }
}
