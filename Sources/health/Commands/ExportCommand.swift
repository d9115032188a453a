// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthExport
import OpenHealthModel
import OpenHealthStore

/// `health export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the store to files of other formats.",
        discussion: """
            Writes the whole store, or the chosen types, dates and source, and prints a receipt: the number of samples, \
            and what the format cannot hold. Settings, permissions and what was deleted are in no format: `health backup` \
            keeps them. A TARGET that ends in .zip becomes an archive, any other a folder. It is \
            readable by you alone, and has its name only once it is complete. With - as TARGET, the formats apple, csv, \
            ndjson and health-connect are written to standard output, and the receipt to standard error: csv and ndjson \
            as one table with the samples of all types.

            Formats:
            \(ExportFormats.all.map { "  \($0.name.padding(toLength: 16, withPad: " ", startingAt: 0))\($0.summary)" }
                .joined(separator: "\n"))

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health export export.zip
              health export export.zip --from 2024 --to 2024 --force
              health export tables --format csv --from 2025-03
              health export heart.zip --types heartRate,bloodPressure --source Watch
              health export export.zip --json > receipt.json
              health export - --format ndjson --types heartRate | jq .value
              health export phone.zip --format health-connect --base "Health Connect.zip"
              health export --kinds
            """)

    @Argument(
        help: "The archive (.zip) or folder to create, or - for standard output.", completion: .file())
    var target: String?

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var zoneOptions: ZoneOptions

    @Option(help: .value("name", "The format of the files."), completion: .list(ExportFormats.all.map(\.name)))
    var format = "apple"

    @Option(
        help: .value("names", "Only these types, separated by commas, such as stepCount,workout."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var types: [String] = []

    @OptionGroup var range: RangeOptions

    @Option(help: .value("name", "Only samples of sources whose names contain this text, in any case."))
    var source: String?

    @Option(
        help: .value("zip", "For health-connect: an export of the phone, to which the records are added."),
        completion: .file())
    var base: String?

    @Flag(
        help: "For csv and omop: write texts unchanged that spreadsheets evaluate, without a quotation mark in front.")
    var raw = false

    @Flag(help: "Replace an earlier export of the same name.")
    var force = false

    @Flag(help: "Print the receipt as one JSON object.")
    var json = false

    @Flag(help: "List how much of each kind of data the formats hold, as a table in Markdown.")
    var kinds = false

    func validate() throws {
        if target?.isEmpty ?? true, !kinds { throw ValidationError("Missing expected argument '<target>'") }
    }

    func run() throws {
        let output = Output.standard()
        guard let target, !target.isEmpty else {
            try output.write(ExportFormats.table)
            return try output.flush()
        }
        var exporter = Exporter(format: try chosenFormat())
        let database = try storeOptions.open(.readOnly)
        exporter.selection = try selection(in: database)
        exporter.force = force
        let isStream = StandardOutputSink.isNamed(target)
        let url = URL(fileURLWithPath: target)
        let meter = ProgressMeter(isStream ? "export" : url.lastPathComponent)
        let cancellation = Cancellation()
        defer { cancellation.end() }
        let receipt: ExportReceipt
        do {
            defer { meter.finish() }
            let progress = { (progress: ExportProgress) in
                try cancellation.check()
                let fraction = progress.total > 0 ? Double(progress.samples) / Double(progress.total) : nil
                meter.update(
                    ProgressMeter.State(
                        fraction: fraction.map { min(1, $0) }, bytes: progress.bytes, records: progress.samples))
            }
            receipt =
                isStream
                ? try exporter.run(
                    database, to: StandardOutputSink(), isTerminal: output.terminalWidth != nil, progress: progress)
                : try exporter.run(database, to: url, progress: progress)
        }
        let text = ExportReceiptText(
            receipt: receipt, file: isStream ? "standard output" : url.path, format: format, seconds: meter.elapsed)
        let lines = json ? [text.json] : text.lines
        if isStream { return Terminal.note(lines.map { $0 + "\n" }.joined()) }
        for line in lines { try output.line(line) }
        try output.flush()
    }

    private func chosenFormat() throws -> any ExportFormat {
        if raw {
            guard let raw = try ExportFormats.named(format).raw else {
                throw ToolError(
                    .badArgument, "--raw is only for the formats csv and omop",
                    remedy: "add --format csv, or leave out --raw")
            }
            return raw
        }
        guard let base else { return try ExportFormats.named(format) }
        guard format == "health-connect" else {
            throw ToolError(
                .badArgument, "--base is only for the format health-connect",
                remedy: "add --format health-connect, or leave out --base")
        }
        return ExportFormats.healthConnect(base: URL(fileURLWithPath: base))
    }

    private func selection(in database: HealthDatabase) throws -> ContentSelection {
        let zone = try zoneOptions.zone(for: database)
        let bounds = try range.bounds(in: zone, firstWeekday: database.firstWeekday)
        let names = types.flatMap { $0.split(separator: ",").map(String.init) }
        let stored = try names.isEmpty ? [] : database.types().map(\.identifier)
        let identifiers = try names.map { try TypeName.identifier(of: $0, stored: stored) }
        if !types.isEmpty, names.isEmpty {
            throw ToolError(.badArgument, "--types names no type", remedy: "name types, such as stepCount,heartRate")
        }
        return ContentSelection(
            types: types.isEmpty ? nil : Set(identifiers), from: bounds.from, to: bounds.to,
            sources: try source.map { try SourceName.matching($0, in: database) }, timeZone: zone)
    }
}
