// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthPages
import OpenHealthStore

/// `health report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a report for a doctor, as PDF or HTML.",
        discussion: """
            The report has the averages of a period, blood pressure as a table, charts, and the medications that are known. \
            A TARGET that ends in .html is a document without scripts that loads nothing; one that ends in .pdf is the same \
            document, printed by a Chromium or Chrome on this machine. The file is readable by you alone. Nothing in it is a \
            diagnosis.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health report report.pdf
              health report report.html --from 2024-01 --to 2024-06 --language de
              health report pressure.pdf --types bloodPressure,bodyMass --force
            """)

    @Argument(help: "The file to create, .pdf or .html.", completion: .file(extensions: ["pdf", "html"]))
    var target: String

    @OptionGroup var range: RangeOptions

    @Option(
        help: .value("names", "Only these types, separated by commas: quantities, sleepAnalysis and bloodPressure."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var types: [String] = []

    @Option(
        help: .value(
            "code",
            "The language: \(ReportDocument.languages.joined(separator: ", ")); by default that of the settings."),
        completion: .list(ReportDocument.languages))
    var language: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var zoneOptions: ZoneOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
        let url = URL(fileURLWithPath: target)
        let isPDF = url.pathExtension.lowercased() == "pdf"
        guard isPDF || ["html", "htm"].contains(url.pathExtension.lowercased()) else {
            throw ToolError(
                .badArgument, "\(target.debugDescription) ends neither in .pdf nor in .html",
                remedy: "name the file with one of the endings")
        }
        if let language, !ReportDocument.languages.contains(language) {
            throw ToolError(
                .badArgument, "there is no report in the language \(language.debugDescription)",
                remedy: "give one of \(ReportDocument.languages.joined(separator: ", "))")
        }
        guard force || !FileManager.default.fileExists(atPath: url.path) else {
            throw ToolError(
                .notWritable, "\(target) already exists", remedy: "name another file, or replace it with --force")
        }
        let chosen = try chosenTypes()
        let printer = isPDF ? try ChromiumPrinter.find() : nil
        let database = try storeOptions.openToCompute()
        let selection = try selection(in: database, chosen)
        let html = try ReportDocument.html(
            of: database, selection, language: try language ?? usualLanguage(database), now: Date())
        if let printer {
            try printer.print(html, to: url)
        } else {
            try PrivateFile.write(Data(html.utf8), to: url)
        }
        try outputOptions.print(["file": .string(url.path)], text: [url.path])
    }

    private func chosenTypes() throws -> Set<String>? {
        if types.isEmpty { return nil }
        let identifiers = try types.flatMap { $0.split(separator: ",").map(String.init) }.map { text in
            let identifier = try TypeName.identifier(of: text, stored: [])
            guard ReportDocument.canHave(identifier) else {
                throw ToolError(
                    .badArgument, "\(TypeName.short(identifier)) is not part of reports",
                    remedy: "name types of numbers, sleepAnalysis or bloodPressure")
            }
            return identifier
        }
        guard !identifiers.isEmpty else {
            throw ToolError(.badArgument, "--types names no type", remedy: "name types, such as bodyMass,bloodPressure")
        }
        return Set(identifiers)
    }

    private func selection(in database: HealthDatabase, _ types: Set<String>?) throws -> ReportSelection {
        let zone = try zoneOptions.zone(for: database)
        let bounds = try range.bounds(in: zone, firstWeekday: database.firstWeekday)
        let days = ReportSelection(firstDay: 0, lastDay: 0, zone: zone, types: types)
        // The end of a range is the first moment after it.
        let last = days.day(of: bounds.to?.addingTimeInterval(-0.001) ?? Date())
        let first = bounds.from.map(days.day) ?? last - ReportSelection.usualDays + 1
        guard first <= last, last - first < ReportSelection.mostDays else {
            throw ToolError(
                .badArgument, "the period of a report has up to ten years and begins before its end",
                remedy: "give --from and --to, such as --from 2024-01 --to 2024-06")
        }
        guard first <= days.day(of: Date()) else {
            throw ToolError(
                .badArgument, "the period of the report begins in the future",
                remedy: "give an earlier date with --from, such as --from 2024-01")
        }
        var selection = ReportSelection(firstDay: first, lastDay: last, zone: zone, types: types)
        selection.firstWeekday = database.firstWeekday.rawValue
        return selection
    }

    /// Returns the language of the settings, else that of the environment, else English.
    private func usualLanguage(_ database: HealthDatabase) throws -> String {
        if let language = try database.preferences.current().language { return language }
        let environment = ProcessInfo.processInfo.environment
        let tag = (environment["LC_ALL"] ?? environment["LANG"] ?? "").prefix { $0 != "." }.replacing("_", with: "-")
        return ReportDocument.language(of: String(tag)) ?? "en"
    }
}
