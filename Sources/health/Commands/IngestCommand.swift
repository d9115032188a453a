// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The `health ingest` command.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Store files that an app on a phone wrote.",
        discussion: """
            Reads the JSON files that the iPhone app Health Auto Export writes, packed with gzip or not. Samples that the store \
            already has are recognised, whether an import, a push or another file brought them. Of a folder, all files whose \
            names end in .json or .json.gz are read. Each file is stored completely or, after an error, not at all.

            Examples:
              health ingest HealthAutoExport-2024-03-10.json --as health-auto-export
              health ingest exports --as health-auto-export --aggregation none
            """)

    /// The formats of files.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case healthAutoExport = "health-auto-export"
    }

    @Argument(help: "Files or folders.", completion: .file())
    var path: [String]

    @Option(name: .customLong("as"), help: "The format of the files.")
    var form: Form

    @Option(
        help: .value(
            "interval",
            "The aggregation of the readings: none, minutes, hours, days, weeks, months or years. Without it, readings are "
                + "aggregated unless they have an identifier or a start and an end."))
    var aggregation: String?

    @Flag(help: "Print the result as one JSON object; same as --format json.")
    var json = false

    @OptionGroup var answer: StoreAnswerOptions

    func run() throws {
        let aggregation = try aggregation.map { name -> HealthAutoExportReader.Aggregation in
            guard let known = HealthAutoExportReader.Aggregation(name), known != .interval(.unknown) else {
                throw ToolError(
                    .badArgument, "--aggregation has an unknown interval",
                    remedy: "give none, minutes, hours, days, weeks, months or years")
            }
            return known
        }
        let files = try path.flatMap(Self.files)
        let database = try answer.open(.create)
        var receipt = PushedReceipt()
        var failures: [String] = []
        for file in files {
            do {
                var result = try ingest(file, aggregation, database)
                result.name(file)
                receipt.add(result)
            } catch let error as HealthAutoExportReader.NotReadable {
                failures.append("\(file.path.printable): \(error.description)")
            } catch let error as ToolError {
                failures.append("\(file.path.printable): \(error.description)")
            }
        }
        if json || answer.isJSON {
            let output = Output.standard()
            try output.line(PushReceiptJSON(receipt).json.text)
            try output.flush()
        } else {
            try answer.print([:], text: Self.lines(receipt, files: files.count))
        }
        guard failures.isEmpty else {
            throw ToolError(
                .badFile, failures.joined(separator: "\n"),
                remedy: failures.count == files.count ? "nothing was stored" : "the other files are stored")
        }
    }

    private func ingest(
        _ file: URL, _ aggregation: HealthAutoExportReader.Aggregation?, _ database: HealthDatabase
    ) throws -> PushedReceipt {
        let data: Data
        do {
            data = try Data(contentsOf: file, options: .mappedIfSafe)
        } catch {
            throw ToolError(.badFile, "the file cannot be read", remedy: "check its permissions")
        }
        let push = try data.withUnsafeBytes { bytes -> PushedBatch in
            guard let size = Gzip.statedSize(bytes) else {
                return try HealthAutoExportReader.read(
                    bytes.bindMemory(to: UInt8.self), aggregation: aggregation, now: Date())
            }
            guard let unpacked = Gzip.unpacked(bytes, size: size) else {
                throw ToolError(.badFile, "the gzip is damaged", remedy: "copy the file again")
            }
            return try unpacked.withUnsafeBufferPointer {
                try HealthAutoExportReader.read($0, aggregation: aggregation, now: Date())
            }
        }
        return try database.ingest(push, app: "file.\(form.rawValue)")
    }

    /// Returns a file, or the files of a folder in order of their names.
    private static func files(_ path: String) throws -> [URL] {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw ToolError(.badFile, "there is no file \(path.printable)", remedy: "check the path")
        }
        guard isFolder.boolValue else { return [url] }
        let found = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let files = (found ?? []).filter { $0.path.hasSuffix(".json") || $0.path.hasSuffix(".json.gz") }
        guard !files.isEmpty else {
            throw ToolError(
                .badFile, "the folder \(path.printable) has no files whose names end in .json",
                remedy: "choose JSON as the format in the app")
        }
        return files.sorted { $0.path < $1.path }
    }

    private static func lines(_ receipt: PushedReceipt, files: Int) -> [String] {
        let (samples, aggregates) = (receipt.allSamples, receipt.allAggregates)
        var lines = [
            NumberText.counted(files, "file", "files")
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
            lines.append(NumberText.counted(receipt.warnings.count, "unknown value", "unknown values") + ":")
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
    fileprivate mutating func name(_ file: URL) {
        func named(_ refusals: PushRefusals) -> PushRefusals {
            var named = PushRefusals()
            for var entry in refusals.entries {
                entry.pointer = file.lastPathComponent + "#" + entry.pointer
                named.add(entry)
            }
            return named
        }
        refusals = named(refusals)
        warnings = named(warnings)
    }
}
