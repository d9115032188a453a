// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// Tables with stable columns: one for each type of samples, and one for each kind of parts.
struct TableExport: ExportFormat {
    let name: String
    let summary: String
    private let encoder: TableEncoder

    /// Comma-separated values.
    static let csv = TableExport(name: "csv", summary: "CSV files, one for each type", encoder: .csv)
    /// Comma-separated values with texts that spreadsheets may evaluate.
    private static let rawCSV = TableExport(name: csv.name, summary: csv.summary, encoder: .rawCSV)
    /// One JSON object a line.
    static let ndjson = TableExport(name: "ndjson", summary: "files with one JSON object a line", encoder: .ndjson)

    var raw: (any ExportFormat)? { encoder == .csv ? Self.rawCSV : nil }
    let stream = ExportStreamForm.text
    let kinds = ExportedKinds(
        full: [
            .quantities, .categories, .unknownTypes, .metadata, .correlations, .workouts, .workoutCopies,
            .workoutActivities, .workoutEvents, .workoutStatistics, .workoutZones, .workoutSamples, .routes,
            .routePoints, .electrocardiograms, .voltages, .heartbeats, .activitySummaries, .clinicalRecords,
            .audiograms, .visionPrescriptions, .characteristics, .heartbeatSeries, .quantitySeries, .statesOfMind,
            .scoredAssessments, .medicationDoses, .documents, .uuids, .bundleIdentifiers, .systemVersions,
            .fractionsOfSeconds, .valuesBeyondRange, .valueDetails, .controlCharacters, .pointAccuracies,
            .routesWithoutWorkout,
            .electrocardiogramDetails, .prescriptionSources, .unknownAttributes, .aggregates,
        ],
        part: [.datesBeyondCalendar])

    let usesThreads = true

    func write(_ context: ExportContext) throws {
        var names: Set<String> = []
        let written = Mutex<[(table: ExportTable, path: String)]>([])
        try context.run(
            Tables.all(context.contents).map { table in
                // File systems may ignore case.
                var path = table.path
                while !names.insert(path.lowercased()).inserted { path += "_" }
                let file = "\(path).\(encoder.suffix)"
                return ExportJob(size: table.size) { context in
                    let hasFile = try TableFile(tables: [table], encoder: encoder).write(to: file, context)
                    if hasFile { written.withLock { $0.append((table, file)) } }
                }
            })
        let files = written.withLock(\.self).sorted { $0.path < $1.path }
        if !files.isEmpty {
            try context.output.file(LoadScript.name, bytes: LoadScript(files: files, encoder: encoder).text.utf8)
        }
        try context.omitUnheldTables()
    }

    /// Writes the samples of all types as one table. The other tables have other columns, and are left out.
    func writeStream(_ context: ExportContext) throws {
        let tables = try Tables.all(context.contents)
        let samples = tables.filter(\.hasSamples)
        _ = try TableFile(tables: samples, encoder: encoder).write(
            to: "samples.\(encoder.suffix)", context, writesEmpty: true)
        for table in tables { try table.omit(context) }
        try context.omitUnheldTables()
    }
}

/// The tables of an export.
enum Tables {
    /// The tables for the selected content of a store.
    static func all(_ contents: StoreContents) throws -> [ExportTable] {
        try contents.types.map { ExportTable(samples: SampleTable(type: $0)) } + [characteristics, activitySummaries]
            + WorkoutTables.all(contents) + PartTables.all(contents) + [AggregateTables.aggregates]
            + DailyTables.all(contents)
    }

    private static let characteristics = ExportTable("characteristics", [.text("name"), .text("value")]) {
        context, add in
        for pair in try context.contents.characteristics() {
            context.receipt.count(.characteristics)
            try add([.text(pair.key), .text(pair.value)])
        }
    }

    static let summaryColumns: [String] = [
        "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", "appleMoveTime", "appleMoveTimeGoal",
        "appleMoveMinutes", "appleMoveMinutesGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
        "appleStandHoursGoal",
    ]

    private static let activitySummaries = ExportTable(
        "activity_summaries",
        [.day("day")] + summaryColumns.map { $0.hasSuffix("Unit") ? .text($0) : .number($0) } + [.pairs("other")]
    ) { context, add in
        for summary in try context.contents.activitySummaries() {
            context.receipt.count(.activitySummaries)
            let values = Dictionary(summary.values.map { ($0.key, $0.value) }) { $1 }
            let others = summary.values.filter { !summaryColumns.contains($0.key) }
            let cells = summaryColumns.map { name in
                let value = values[name]
                return name.hasSuffix("Unit") ? TableCell.optional(value) : .optional(value.flatMap(Double.init))
            }
            try add([.text(summary.day)] + cells + [.metadata(others)])
        }
    }
}
