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
            items += batch.items
            for case .workout(let workout) in batch.items { workouts.append(workout) }
            diagnostics += batch.diagnostics
            tally = batch.tally
        }
    }

    /// Returns the records of a type.
    func records(_ type: HKQuantityTypeIdentifier) -> [Record] { all.filter { $0.type == type.rawValue } }

    /// Returns the statistics of a type of the first workout.
    func statistics(_ type: HKQuantityTypeIdentifier) -> WorkoutStatisticsData? {
        workouts.first?.statistics.first { $0.type == type.rawValue }
    }
}
