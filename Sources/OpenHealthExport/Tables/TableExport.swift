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

    let stream = ExportStreamForm.text
    let kinds = ExportedKinds(
        full: [
            .quantities, .categories, .unknownTypes, .metadata, .correlations, .workouts, .workoutActivities,
            .workoutEvents, .workoutStatistics, .workoutZones, .workoutSamples, .routes, .routePoints,
            .electrocardiograms, .voltages, .heartbeats, .activitySummaries, .clinicalRecords, .audiograms,
            .visionPrescriptions, .characteristics, .heartbeatSeries, .quantitySeries, .statesOfMind,
            .scoredAssessments, .medicationDoses, .documents, .uuids, .bundleIdentifiers, .systemVersions,
            .fractionsOfSeconds, .valueDetails, .controlCharacters, .pointAccuracies, .routesWithoutWorkout,
            .electrocardiogramDetails, .prescriptionSources, .unknownAttributes,
        ],
        part: [.datesBeyondCalendar])

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
        try write([table], to: path, context)
    }

    /// Writes tables with the same columns to a file. Without rows, it has no first line either.
    private func write(_ tables: [ExportTable], to path: String, _ context: ExportContext) throws {
        try context.output.file(path) { sink in
            var sink = sink
            var (text, hasRows) = ("", false)
            func flush() throws {
                try text.withUTF8 { try sink.write(UnsafeRawBufferPointer($0)) }
                text.removeAll(keepingCapacity: true)
            }
            for table in tables {
                try table.rows(context) { cells in
                    if !hasRows { text = encoder.header(table.columns) }
                    hasRows = true
                    encoder.append(cells, table.columns, to: &text)
                    if text.utf8.count > Self.bufferSize { try flush() }
                }
            }
            try flush()
        }
    }

    /// Writes the samples of all types as one table. The other tables have other columns, and are left out.
    func writeStream(_ context: ExportContext) throws {
        let samples = context.contents.types.map(SampleTable.table)
        try write(samples, to: "samples.\(encoder.suffix)", context)
        let names = Set(samples.map(\.path))
        for table in try Tables.all(context.contents) where !names.contains(table.path) {
            let silent = context.silent
            try table.rows(silent) { _ in }
            for (kind, count) in silent.receipt.written { context.receipt.omit(kind, times: count) }
        }
        try context.omitUnheldTables()
    }
}
