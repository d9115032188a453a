// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

@testable import OpenHealthFormats

/// The contents of an input, as the import reads it.
struct ReadImport {
    /// A record with the names of its type and source.
    struct Record: Equatable {
        var type: String
        var source: String
        var start: Double
        var end: Double
        var value: Double
    }

    private(set) var all: [Record] = []
    private(set) var workouts: [WorkoutData] = []
    private(set) var items: [ImportedItem] = []
    private(set) var diagnostics: [ImportDiagnostic] = []
    private(set) var tally = ReaderTally()
    private(set) var batches = 0
    private struct CountKey: Hashable {
        var type: Int32
        var provenance: Int32
        var activity: Int64
        var day: Int64
    }

    private var counts: [CountKey: [DayCount]] = [:]
    private var types: [String] = []
    private var sources: [ProvenanceData] = []

    /// Reads an input.
    init(_ url: URL, strict: Bool = false, partial: Bool = false, call: ImportCall = ImportCall()) throws {
        let reader = try HealthImport(url: url, options: .init(strict: strict, partial: partial), call: call)
        while let batch = try reader.nextBatch() {
            batches += 1
            types += batch.newTypes
            sources += batch.newProvenances
            all += batch.rows.map { row in
                Record(
                    type: types[Int(row.type)], source: sources[Int(row.provenance)].sourceName, start: row.start,
                    end: row.end, value: row.value)
            }
            for row in batch.counts {
                let key = CountKey(
                    type: row.type, provenance: row.provenance, activity: row.activity, day: row.count.day)
                counts[key, default: []].append(row.count)
            }
            items += batch.items
            for case .workout(let workout) in batch.items { workouts.append(workout) }
            diagnostics += batch.diagnostics
            tally = batch.tally
        }
        addDifferences()
    }

    /// Adds the differences of the counts of days, as a store does.
    private mutating func addDifferences() {
        let records = counts.flatMap { key, counts in
            DayCount.differences(counts).map {
                Record(
                    type: types[Int(key.type)], source: sources[Int(key.provenance)].sourceName,
                    start: Double($0.start),
                    end: Double($0.end), value: $0.value)
            }
        }
        all += records.sorted { ($0.end, $0.start, $0.type, $0.value) < ($1.end, $1.start, $1.type, $1.value) }
    }

    /// Returns the records of a type.
    func records(_ type: HKQuantityTypeIdentifier) -> [Record] { all.filter { $0.type == type.rawValue } }

    /// Returns the statistics of a type of the first workout.
    func statistics(_ type: HKQuantityTypeIdentifier) -> WorkoutStatisticsData? {
        workouts.first?.statistics.first { $0.type == type.rawValue }
    }
}
