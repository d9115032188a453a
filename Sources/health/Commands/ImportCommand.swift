// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The `health import` command.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import exports and activity files.",
        discussion: """
            Imports the export.zip of the Health app, its unpacked folder, or the XML file inside, the archives of accounts \
            with Garmin and Strava, and FIT, TCX and GPX files of watches, bicycle computers and other apps, also in \
            folders, zip archives and packed with gzip. The format is recognised by the content. Records that the store \
            already has are recognised, so a newer export adds only new records. \
            Each argument is imported completely or, after an error, not at all; the others are imported, and the exit \
            status is not 0. In a folder or archive, files that cannot be read are named and left out.

            Examples:
              health import export.zip
              health import Activities ride.fit.gz
              health import garmin.zip strava.zip
              health import export.zip --timezone Europe/Berlin
              health import january.zip february.zip --store family.db
              health import export.zip --json > receipt.json
            """)

    @Argument(help: "Exports and activity files: files, zip archives or folders.", completion: .file())
    var path: [String]

    @OptionGroup var storeOptions: StoreOptions

    @Option(
        name: .customLong("timezone"),
        help: .value("zone", "Your home time zone, such as Europe/Berlin, kept in the store for days and tables."))
    var timeZone: String?

    @Flag(help: "Fail at the first invalid record or damaged file instead of excluding it.")
    var strict = false

    @Flag(help: "Import the intact part of a truncated export instead of refusing it.")
    var partial = false

    @Flag(help: "Print only the receipt, as one JSON object per file; same as --format json.")
    var json = false

    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
        var zoneOptions = ZoneOptions()
        zoneOptions.timeZone = timeZone
        _ = try zoneOptions.named()
        let urls = path.map { URL(fileURLWithPath: $0) }
        let options = AppleHealthExportReader.Options(strict: strict, partial: partial)
        let call = ImportCall()
        var failures: [FailedImport] = []
        // All inputs are opened before the first is stored, so that no store is created for those of no known format.
        let known = try urls.filter { url in
            try failures.note(url) {
                try WideFolder.confirm(url)
                try call.expect(url, options: options)
            }
        }
        if !known.isEmpty {
            try Cancellation.runCreating(storeOptions.url) {
                try store(known, of: call, options: options, zoneOptions, &failures)
            }
        }
        try failures.end(of: urls.count)
    }

    private func store(
        _ urls: [URL], of call: ImportCall, options: AppleHealthExportReader.Options, _ zoneOptions: ZoneOptions,
        _ failures: inout [FailedImport]
    ) throws {
        let zone = try zoneOptions.named()
        let database = try storeOptions.open(.create)
        let output = Output.standard()
        var count = 0
        // The receipts have the order of the arguments.
        var (runs, next): ([Int: ImportRun?], Int) = ([:], 0)
        for group in call.groups(of: urls) {
            func read(into target: any IngestTarget) throws {
                for index in group {
                    var finished: ImportRun?
                    _ = try failures.note(urls[index]) {
                        finished = try call.reading {
                            try ImportRun(url: urls[index], options: options, call: call, zone: zone, target: target)
                        }
                    }
                    runs.updateValue(finished, forKey: index)
                }
            }
            if group.count > 1 {
                try database.ingestTogether { try read(into: $0) }
            } else {
                try read(into: database)
            }
            while let ended = runs.removeValue(forKey: next) {
                next += 1
                guard let run = ended else { continue }
                count += 1
                if json || outputOptions.isJSON {
                    try output.line(run.document.line())
                } else {
                    let clock = ZoneClock(try zone ?? zoneOptions.zone(for: database))
                    if count > 1 { try output.line() }
                    for line in run.text(clock: clock).lines { try output.line(line) }
                }
                try output.flush()
            }
        }
        guard count > 0 else { return }
        guard !json, !outputOptions.isJSON, database.homeTimeZone == nil else { return }
        try output.line()
        try output.line(
            "days are those of \(TimeZoneName.text(.current)), this machine's time zone; for another: "
                + "health settings set timeZone Europe/Berlin")
        try output.flush()
    }
}

/// The import of a file, with its progress on standard error.
struct ImportRun {
    private let file: String
    private let receipt: ImportReceipt
    private let seconds: Double
    private let bytes: Int64

    /// Imports a file.
    init(
        url: URL, options: AppleHealthExportReader.Options, call: ImportCall, zone: TimeZone?, target: any IngestTarget
    ) throws {
        file = url.lastPathComponent
        let reader = try HealthImport(url: url, options: options, call: call)
        let counter = RecordCounter()
        let source = CountedSource(reader: reader, counter: counter)
        let meter = ProgressMeter(file)
        defer { meter.finish() }
        var bytes: Int64 = 0
        receipt = try target.ingest(source, options: .init(file: file, timeZone: zone)) { tally in
            bytes = tally.bytesRead
            let fraction = tally.inputBytes > 0 ? Double(tally.inputBytesRead) / Double(tally.inputBytes) : nil
            meter.update(
                ProgressMeter.State(fraction: fraction.map { min(1, $0) }, bytes: bytes, records: counter.count))
        }
        seconds = meter.elapsed
        self.bytes = bytes
    }

    /// The receipt in JSON.
    var document: ReceiptDocument { ReceiptDocument(receipt: receipt, file: file, seconds: seconds) }

    /// Returns the receipt as text.
    func text(clock: ZoneClock) -> ReceiptText {
        ReceiptText(receipt: receipt, file: file, seconds: seconds, bytes: bytes, clock: clock)
    }
}

/// The number of records read, which another thread shows.
private final class RecordCounter: Sendable {
    private let total = Mutex(0)

    var count: Int { total.withLock { $0 } }

    func add(_ count: Int) {
        total.withLock { $0 += count }
    }
}

/// A reader that counts its records.
private struct CountedSource: SampleBatchSource {
    let reader: HealthImport
    let counter: RecordCounter

    mutating func nextBatch() throws -> SampleBatch? {
        let batch = try reader.nextBatch()
        if let batch { counter.add(batch.rows.count) }
        return batch
    }
}

/// The `health imports` command.
struct ImportsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "imports",
        abstract: "List the imports into the store.",
        discussion: """
            Examples:
              health imports
              health imports --format json
            """)

    @OptionGroup var listing: ListingOptions

    func run() throws {
        try listing.print(as: Self.columns, nothing: "no imports yet") { try $0.imports() }
    }

    private static var columns: [Column<ImportSummary>] {
        [
            Column("id", for: .programs) { .count(Int($0.id)) },
            Column("file", fit: .cuttable) { .text($0.file) },
            Column("started") { .instant($0.started) },
            Column("finished", for: .programs) { .instant($0.finished) },
            Column("exportDate") { .instant($0.exportDate) },
            Column("read", alignment: .right) { .count($0.read) },
            Column("added", alignment: .right) { .count($0.added) },
        ]
    }
}
