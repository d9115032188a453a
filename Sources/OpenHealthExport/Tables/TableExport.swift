// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthStore

/// Tables with stable columns: one for each type of samples, and one for each kind of parts.
struct TableExport: ExportFormat {
    let name: String
    let summary: String
    private let encoder: TableEncoder

    /// Comma-separated values.
    static let csv = TableExport(name: "csv", summary: "CSV files, one for each type", encoder: .csv)
    /// One JSON object a line.
    static let ndjson = TableExport(name: "ndjson", summary: "files with one JSON object a line", encoder: .ndjson)

    let support: [ExportKind: ExportSupport] = [
        .quantities: .full, .categories: .full, .unknownTypes: .full, .metadata: .full, .correlations: .full,
        .workouts: .full, .workoutActivities: .full, .workoutEvents: .full, .workoutStatistics: .full,
        .workoutZones: .full, .workoutSamples: .full, .routes: .full, .routePoints: .full, .electrocardiograms: .full,
        .voltages: .full, .heartbeats: .full, .activitySummaries: .full, .clinicalRecords: .full, .audiograms: .full,
        .visionPrescriptions: .full, .characteristics: .full, .heartbeatSeries: .full, .quantitySeries: .full,
        .statesOfMind: .full, .scoredAssessments: .full, .medicationDoses: .full, .documents: .full, .uuids: .full,
        .bundleIdentifiers: .full, .systemVersions: .full, .fractionsOfSeconds: .full, .datesBeyondCalendar: .part,
        .valueDetails: .full, .controlCharacters: .full, .pointAccuracies: .full, .routesWithoutWorkout: .full,
        .electrocardiogramDetails: .full, .prescriptionSources: .full, .unknownAttributes: .full,
    ]

    private static let bufferSize = 1 << 18

    func write(_ context: ExportContext) throws {
        var names: Set<String> = []
        for table in try Tables.all(context.contents) {
            // File systems may ignore case.
            var path = table.path
            while !names.insert(path.lowercased()).inserted { path += "_" }
            try write(table, to: "\(path).\(encoder.suffix)", context)
        }
        try context.omitUnheldTables()
    }

    /// Writes a table, unless it has no rows.
    private func write(_ table: ExportTable, to path: String, _ context: ExportContext) throws {
        var isEmpty = true
        struct HasRow: Error {}
        do {
            try table.rows(context.silent) { _ in throw HasRow() }
        } catch is HasRow {
            isEmpty = false
        }
        if isEmpty { return }
        try context.output.file(path) { sink in
            var sink = sink
            var text = encoder.header(table.columns)
            func flush() throws {
                try text.withUTF8 { try sink.write(UnsafeRawBufferPointer($0)) }
                text.removeAll(keepingCapacity: true)
            }
            try table.rows(context) { cells in
                encoder.append(cells, table.columns, to: &text)
                if text.utf8.count > Self.bufferSize { try flush() }
            }
            try flush()
        }
    }
}
