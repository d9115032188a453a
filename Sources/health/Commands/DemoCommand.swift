// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthDemo
import OpenHealthModel

/// The `health demo` command.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Create an export of a generated person, or push the person's days to a server.",
        discussion: """
            The same seed and options give the same file. The options for units, language, zone and days create the file that a \
            phone would export from the same data at another time or with other preferences: importing it after the \
            first adds nothing but the days.

            A second file has the contents of the export and the true totals of the steps, which phone and \
            watch both count: demo.truth.json for demo.zip.

            Examples:
              health demo demo.zip
              health demo demo.zip --records 1000000 --seed 7
              health demo demo-folder --format folder --units imperial
              health demo later.zip --append-days 30 --offset +02:00
              HEALTH_TOKEN=TOKEN health demo --push health-auto-export --days 30 --lost 10
              health demo strava.zip --as strava --workouts 100

            With --push, it sends the days of a generated person to a server as an app on a phone does: at noon and at midnight, \
            each time the day before and the day itself. Failed pushes are sent again. With a file, it also writes an export of \
            the same days (main document): importing it after the push of an iPhone's app adds only what the app cannot send.

            With --as, it writes FIT files of a generated person's watch, or the archive of an account with Garmin or Strava, as a \
            zip archive or a folder, by the name. Some activities of accounts have no file, or one that is cut off; the second \
            file has the true totals of each workout.
            """)

    @Argument(help: "The file or folder to create.", completion: .file())
    var file: String?

    @Option(help: .value("count", "The number of records; at least 500."))
    var records = 100_000

    @Option(help: .value("number", "The seed of the generated person."))
    var seed: UInt64 = 1

    @Option(help: "The format; by default that of the name: .zip, .xml, or otherwise a folder.")
    var format: DemoExport.Format?

    @Option(help: "Your preferred units.")
    var units = DemoExport.Units.metric

    @Option(help: "The language of the phone.")
    var language = DemoExport.Language.english

    @Option(help: .value("offset", "The offset of the phone's zone at the export, such as +02:00."))
    var offset: String = "+01:00"

    @Option(help: .value("count", "The number of additional days, as in a later export."))
    var appendDays = 0

    @Option(help: .value("date", "The last day of data, such as 2026-01-31, yesterday or -8d. (default: 2025-04-10)"))
    var lastDay: String?

    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The time zone of the days of the true totals; by default the machine's. It does not affect the export."))
    var timeZone: String?

    @Option(name: .customLong("as"), help: "Write files of another kind than the export of a phone.")
    var account: DemoAccount.Kind?

    @Option(help: .value("count", "The number of workouts with --as. (default: 40)"))
    var workouts: Int?

    @Flag(help: "Omit metadata keys that differ only by case, which some programs reject.")
    var plainKeys = false

    @OptionGroup(title: "Pushing") var pushOptions: DemoPushOptions

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Print the contents of the export as one JSON object.")
    var json = false

    func validate() throws {
        guard (500...1_000_000_000).contains(records) else {
            throw ValidationError("--records must be between 500 and 1000000000")
        }
        guard (0...10_000).contains(appendDays) else {
            throw ValidationError("--append-days must be between 0 and 10000")
        }
        guard (1...100_000).contains(workouts ?? 1) else {
            throw ValidationError("--workouts must be between 1 and 100000")
        }
        if workouts != nil, account == nil { throw ValidationError("--workouts needs --as") }
        if account != nil, file == nil || pushOptions.app != nil {
            throw ValidationError("--as needs a file to create, and no --push")
        }
        if file == nil, pushOptions.app == nil { throw ValidationError("name a file to create, or an app with --push") }
    }

    func run() throws {
        if let app = pushOptions.app { return try push(app) }
        guard let file else { return }
        if let account { return try write(account, to: file) }
        var options = DemoExport.Options()
        options.format = format
        options.units = units
        options.language = language
        options.appendDays = appendDays
        options.hasKeysDifferingByCase = !plainKeys
        options.exportOffset = try seconds(of: offset)
        var zoneOptions = ZoneOptions()
        zoneOptions.timeZone = timeZone
        // The same default as in `health statistics`.
        options.timeZone = try zoneOptions.named() ?? TimeZone.current
        if let lastDay { options.lastDay = try Self.day(lastDay, options.timeZone) }
        let url = URL(fileURLWithPath: file)
        let truthFile = Self.truthFile(for: file)
        let truthURL = URL(fileURLWithPath: truthFile)
        try checkFree([url, truthURL])
        let truth = try DemoExport(records: records, seed: seed).write(to: url, options: options)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        try PrivateFile.write(try encoder.encode(truth) + Data("\n".utf8), to: truthURL)
        let output = Output.standard()
        if json {
            encoder.outputFormatting.remove(.prettyPrinted)
            try output.line(String(decoding: try encoder.encode(truth), as: UTF8.self))
        } else {
            try output.line(
                "made \(file.printable): \(NumberText.grouped(truth.records)) records, "
                    + "\(NumberText.grouped(truth.workouts)) workouts, \(NumberText.grouped(truth.ecgs)) ECGs; "
                    + "its true totals are in \(truthFile.printable)")
        }
        try output.flush()
    }

    /// Checks that nothing is replaced without `--force`.
    func checkFree(_ urls: [URL]) throws {
        for url in urls where FileManager.default.fileExists(atPath: url.path) && !force {
            throw ToolError(
                .notWritable, "\(url.path) is there already", remedy: "choose another name, or replace it with --force")
        }
    }

    /// Returns the day of a date.
    static func day(_ text: String, _ zone: TimeZone) throws -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = try DateParser(timeZone: zone, now: Date()).span(text).start
        return calendar.dateComponents([.year, .month, .day], from: date)
    }

    /// Returns the name of the file with the contents of an export: `demo.truth.json` for `demo.zip`.
    static func truthFile(for file: String) -> String {
        var name = file[...]
        while name.count > 1, name.last == "/" { name.removeLast() }
        for ending in [".zip", ".xml"] where name.lowercased().hasSuffix(ending) {
            name.removeLast(ending.count)
            break
        }
        return name + ".truth.json"
    }

    private func seconds(of text: String) throws -> Int {
        var scanner = DigitScanner(TypedArguments.plain(text))
        guard let seconds = scanner.offset(), scanner.isAtEnd else {
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not an offset", remedy: "write it as +02:00 or Z")
        }
        return seconds
    }
}

// The library does not depend on ArgumentParser.
extension DemoExport.Format: ExpressibleByArgument {}
extension DemoExport.Units: ExpressibleByArgument {}
extension DemoExport.Language: ExpressibleByArgument {}
extension DemoAccount.Kind: ExpressibleByArgument {}
