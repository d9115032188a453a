// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

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

/// The tables of an export.
enum Tables {
    /// The tables for the selected content of a store.
    static func all(_ contents: StoreContents) throws -> [ExportTable] {
        try contents.types.map(SampleTable.table) + [characteristics, activitySummaries]
            + WorkoutTables.all(contents) + PartTables.all(contents)
    }

    private static let characteristics = ExportTable("characteristics", ["name", "value"]) { context, add in
        for pair in try context.contents.characteristics() {
            context.receipt.count(.characteristics)
            try add([.text(pair.key), .text(pair.value)])
        }
    }

    private static let summaryColumns: [String] = [
        "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", "appleMoveTime", "appleMoveTimeGoal",
        "appleMoveMinutes", "appleMoveMinutesGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
        "appleStandHoursGoal",
    ]

    private static let activitySummaries = ExportTable("activity_summaries", ["day"] + summaryColumns + ["other"]) {
        context, add in
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

/// A table of an export: a file with the same columns in every row.
struct ExportTable: Sendable {
    /// The path without a suffix, such as `samples/stepCount`.
    let path: String
    /// The names of the columns.
    let columns: [String]
    /// Calls a function with each row.
    let rows: @Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void

    init(
        _ path: String, _ columns: [String],
        rows: @escaping @Sendable (ExportContext, ([TableCell]) throws -> Void) throws -> Void
    ) {
        self.path = path
        self.columns = columns
        self.rows = rows
    }
}

/// The table of the samples of a type.
enum SampleTable {
    /// The columns, which are the same for all types.
    static let columns = [
        "uuid", "type", "start", "end", "created", "time_zone", "value", "unit", "value_name", "original_value",
        "original_unit", "source", "bundle_identifier", "source_version", "product_type", "operating_system",
        "device_name", "device_manufacturer", "device_model", "device_hardware", "device_firmware", "device_software",
        "device_local_identifier", "device_udi", "device_other", "metadata", "detail",
    ]

    static func table(_ type: StoreContents.SampleType) -> ExportTable {
        let kind = ExportKind(type)
        return ExportTable("samples/\(fileName(type.identifier))", columns) { context, add in
            try context.contents.forEach(type) { sample in
                try context.advance()
                try add(cells(sample, type, context.contents))
                context.receipt.count(type: type.identifier, kind)
                if sample.metadata >= 0 {
                    context.receipt.count(.metadata, times: try context.contents.metadata(sample).count)
                }
            }
        }
    }

    /// Returns the name of the file of a type: its short name. Unknown types can have any name.
    private static func fileName(_ identifier: String) -> String {
        let name = HealthTypes.named(identifier)?.swiftName ?? identifier
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
        return plain.isEmpty ? "unnamed" : plain
    }

    private static func cells(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ contents: StoreContents
    ) throws -> [TableCell] {
        let written = try contents.written(sample)
        let origin = try contents.origin(sample)
        let metadata = try contents.metadata(sample)
        let device = origin.device
        // The stored value of other kinds only tells samples of one start apart.
        let hasValue = type.kind == nil || type.kind == .quantity || type.kind == .category
        let value = hasValue && !sample.value.isNaN ? sample.value : nil
        let isQuantity = type.kind != .category
        let original = value.flatMap { isQuantity ? written.approximate($0) : nil }
        return [
            .text(try contents.uuid(sample).uuidString), .text(type.identifier), .date(sample.start), .date(sample.end),
            sample.lag.map { .date(sample.start + Double($0)) } ?? .null,
            .optional(metadata.first { $0.key == HKMetadataKeyTimeZone }?.value), .optional(value),
            .optional(value == nil ? nil : written.storedUnit),
            .optional(sample.text ?? value.flatMap(written.name)), .optional(original),
            .optional(original == nil ? nil : written.unit), .text(origin.name), .optional(origin.bundleIdentifier),
            .optional(origin.version), .optional(origin.productType), .optional(origin.operatingSystem),
            .optional(device?.name), .optional(device?.manufacturer), .optional(device?.model),
            .optional(device?.hardware), .optional(device?.firmware), .optional(device?.software),
            .optional(device?.localIdentifier), .optional(device?.udiDeviceIdentifier), .metadata(device?.other ?? []),
            .metadata(metadata), sample.saved?.detail.flatMap(JSONValue.init).map(TableCell.json) ?? .null,
        ]
    }
}
