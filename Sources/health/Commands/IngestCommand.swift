// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAPI
import OpenHealthCommandLine
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The `health ingest` command.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Store files that an app on a phone wrote.",
        discussion: """
            Reads the JSON that Health Auto Export, HC Webhook, Open Wearables and uploaders of Nightscout write or send, packed \
            with gzip or not. The content of a file tells which app it is from. Samples that the store already has are \
            recognised, whether an import, a push or another file brought them. A file can have several documents, such as one on \
            each line, and responses of version 3 of Nightscout's interface. Of a folder or a zip archive, all files whose names end \
            in .json, .ndjson or .jsonl, or in these and .gz, are read, and of a folder also zip archives. Each document is stored \
            completely or, after an error, not at all. Samples that you deleted do not come back; --restore-deleted adds them again.

            Examples:
              health ingest HealthAutoExport-2024-03-10.json
              health ingest exports --aggregation none
              health ingest pushes.zip --as open-wearables
            """)

    @Argument(help: "Files, folders or zip archives.", completion: .file())
    var path: [String]

    @Option(
        name: .customLong("as"),
        help: .value("app", "The app that wrote the files. Without it, the content of each file tells it."))
    var form: PushFormat?

    @Option(
        help: .value(
            "interval",
            "The aggregation of the readings of Health Auto Export: none, minutes, hours, days, weeks, months or years. "
                + "Without it, readings with an identifier or a start and an end are not aggregated, and the dates of the "
                + "others tell the interval."))
    var aggregation: String?

    @Flag(help: "Also add the samples that you deleted.")
    var restoreDeleted = false

    @Flag(help: "Print the result as one JSON object; same as --format json.")
    var json = false

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let aggregation = try aggregation.map { name -> HealthAutoExportReader.Aggregation in
            guard let known = HealthAutoExportReader.Aggregation(name), known != .interval(.unknown) else {
                throw ToolError(
                    .badArgument, "--aggregation has an unknown interval",
                    remedy: "give none, minutes, hours, days, weeks, months or years")
            }
            return known
        }
        let files = try path.flatMap(IngestFiles.files)
        try outputOptions.storeOptions.check()
        try Cancellation.runCreating(outputOptions.storeOptions.url) { try store(files, aggregation) }
    }

    private func store(_ files: [IngestFile], _ aggregation: HealthAutoExportReader.Aggregation?) throws {
        let database = try outputOptions.open(.create)
        var receipt = PushedReceipt()
        var failures: [String] = []
        var counts: [PushFormat: Int] = [:]
        var hasStored = false
        for file in files {
            var forms: Set<PushFormat> = []
            /// Notes the errors of a part of the file.
            func part(_ number: Int?, _ body: () throws -> Void) throws {
                let path = file.path.printable + (number.map { ", document \($0)" } ?? "")
                do {
                    try body()
                } catch let error as HealthAutoExportReader.NotReadable {
                    failures.append("\(path): \(error.description)")
                } catch let error as FormatError {
                    failures.append("\(path): \(error.message); \(error.remedy)")
                } catch let error as ToolError {
                    failures.append("\(path): \(error.description)")
                }
            }
            try part(nil) {
                try file.bytes().withUnsafeBufferPointer { bytes in
                    try PushFormat.eachDocument(of: bytes, as: form) { number, document in
                        try part(number) {
                            var (result, form) = try ingest(document, aggregation, database)
                            hasStored = true
                            forms.insert(form)
                            result.name(file.name + (number.map { ":\($0)" } ?? ""))
                            receipt.add(result)
                        }
                    }
                }
            }
            for form in forms { counts[form, default: 0] += 1 }
        }
        if json || outputOptions.isJSON {
            let output = Output.standard()
            try output.line(PushReceiptJSON(receipt).json.text)
            try output.flush()
        } else {
            try outputOptions.print([:], text: Self.lines(receipt, files: files.count, counts))
        }
        guard failures.isEmpty else {
            throw ToolError(
                .badFile, failures.joined(separator: "\n"),
                remedy: !hasStored
                    ? "nothing was stored" : files.count > 1 ? "the other files are stored" : "the rest is stored")
        }
    }

    /// Stores the content of a document.
    private func ingest(
        _ bytes: UnsafeBufferPointer<UInt8>, _ aggregation: HealthAutoExportReader.Aggregation?,
        _ database: HealthDatabase
    ) throws -> (PushedReceipt, PushFormat) {
        guard let form = form ?? PushFormat.detected(bytes) else {
            let names = PushFormat.allCases.map(\.name).joined(separator: ", ")
            throw ToolError(
                .badFile, "the content is of none of the known apps: \(names)",
                remedy: "give the app with --as, or health import for an export")
        }
        let push = try form.read(bytes, aggregation: aggregation, now: Date())
        var receipt = try database.ingest(push, app: "file.\(form.rawValue)", restoresDeleted: restoreDeleted)
        if receipt.unwanted > 0 {
            receipt.warnings.add(
                PushRefusal(
                    pointer: "", reason: "samples that you deleted are left out",
                    remedy: "--restore-deleted adds them again", count: receipt.unwanted))
        }
        return (receipt, form)
    }

    private static func lines(
        _ receipt: PushedReceipt, files: Int, _ counts: [PushFormat: Int]
    ) -> [String] {
        let apps = PushFormat.allCases.compactMap { form in
            counts[form].map { counts.count > 1 ? "\($0) of \(form.name)" : "of \(form.name)" }
        }
        let (samples, aggregates) = (receipt.allSamples, receipt.allAggregates)
        var lines = [
            ([NumberText.counted(files, "file", "files")] + [apps.joined(separator: ", ")]).filter { !$0.isEmpty }
                .joined(separator: counts.count > 1 ? ", " : " ")
                + ": \(samples.added) samples added, \(samples.replaced) replaced, \(samples.updated) completed, "
                + "\(samples.known) known"
        ]
        if aggregates != PushedReceipt.Counts() {
            lines.append(
                "figures of intervals, kept apart from samples: \(aggregates.added) added, \(aggregates.replaced) replaced, "
                    + "\(aggregates.known) known")
        }
        if receipt.refusals.count > 0 {
            lines.append(NumberText.counted(receipt.refusals.count, "reading", "readings") + " refused:")
        }
        lines += receipt.refusals.entries.map(line)
        if receipt.warnings.count > 0 {
            lines.append(NumberText.counted(receipt.warnings.count, "remark", "remarks") + ":")
        }
        lines += receipt.warnings.entries.map(line)
        return lines
    }

    private static func line(_ refusal: PushRefusal) -> String {
        let count = refusal.count > 1 ? " (\(refusal.count) readings)" : ""
        return "  \(refusal.pointer.printable): \(refusal.reason.printable)\(count)"
            + (refusal.remedy.isEmpty ? "" : "; \(refusal.remedy.printable)")
    }
}

extension PushedReceipt {
    /// Adds the name of a file to the pointers.
    fileprivate mutating func name(_ file: String) {
        func named(_ refusals: PushRefusals) -> PushRefusals {
            var named = PushRefusals()
            for var entry in refusals.entries {
                entry.pointer = file + "#" + entry.pointer
                named.add(entry)
            }
            return named
        }
        refusals = named(refusals)
        warnings = named(warnings)
    }
}

extension PushFormat: ExpressibleByArgument {}
