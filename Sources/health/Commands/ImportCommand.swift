// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The `health import` command.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an Apple Health export.",
        discussion: """
            Imports the export.zip of the Health app, its unpacked folder, or the XML file inside. Records that the store \
            already has are recognised, so a newer export adds only new records. \
            Each file is imported completely or, after an error, not at all.

            Examples:
              health import export.zip
              health import export.zip --timezone Europe/Berlin
              health import january.zip february.zip --store family.db
              health import export.zip --json > receipt.json
            """)

    @Argument(help: "Exports: zip archives, folders or XML files.", completion: .file())
    var path: [String]

    @OptionGroup var storeOptions: StoreOptions

    @Option(
        name: .customLong("timezone"),
        help: .value("zone", "Your home time zone, such as Europe/Berlin, kept in the store for days and tables."))
    var timeZone: String?

    @Flag(help: "Fail at the first invalid record instead of excluding it.")
    var strict = false

    @Flag(help: "Import the intact part of a truncated export instead of refusing it.")
    var partial = false

    @Flag(help: "Print only the receipt, as one JSON object per file; same as --format json.")
    var json = false

    @OptionGroup var answer: AnswerOptions

    func run() throws {
        var zoneOptions = ZoneOptions()
        zoneOptions.timeZone = timeZone
        let zone = try zoneOptions.named()
        let urls = path.map { URL(fileURLWithPath: $0) }
        let options = AppleHealthExportReader.Options(strict: strict, partial: partial)
        for url in urls { try WideFolder.confirm(url) }
        // All files are checked before the first is stored.
        for url in urls { _ = try AppleHealthExportReader(url: url, options: options) }
        let database = try storeOptions.open(.create)
        let output = Output.standard()
        for url in urls {
            let run = try ImportRun(url: url, options: options, zone: zone, database: database)
            if json || answer.isJSON {
                try output.line(run.document.line())
            } else {
                let clock = ZoneClock(try zone ?? zoneOptions.zone(for: database))
                if url != urls.first { try output.line() }
                for line in run.text(clock: clock).lines { try output.line(line) }
            }
            try output.flush()
        }
        guard !json, !answer.isJSON, database.homeTimeZone == nil else { return }
        try output.line()
        try output.line(
            "days are those of \(TimeZoneName.text(.current)), this machine's time zone; for another: "
                + "health settings set timeZone Europe/Berlin")
        try output.flush()
    }
}
