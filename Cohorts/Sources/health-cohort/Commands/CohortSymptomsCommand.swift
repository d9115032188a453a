// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The `health cohort symptoms` command.
struct CohortSymptomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symptoms",
        abstract: "Show the frequency of symptoms, by week or by day of the cycle.",
        discussion: """
            A day has a symptom if a sample of it overlaps the day, unless the value is that of an absent symptom; a day without \
            a sample is a day without the symptom. Participants are observed from the first to the last day \
            of their data of any type. Days are those of each participant's home time zone.

            --by week: of the participants observed in a week, from Monday to Sunday, the number with the symptom \
            at least once. --by cycle-day: of all observed days that are, for example, day 14 of a menstrual cycle, the number \
            with the symptom. Day 1 is the day marked as the start of a cycle, or otherwise the first day of bleeding \
            after at least ten without; no day after the \(SymptomQuery.lastCycleDay)th counts.

            Intervals are Wilson's; by cycle day they allow for the days of one participant being alike. Of fewer than \
            \(SmallGroups.standard.minimum) participants nothing is shown, unless --minimum-group says otherwise, and where \
            as few have the symptom, only how many are under observation.

            Examples:
              health cohort symptoms --types abdominalCramps,headache --by cycle-day
              health cohort symptoms --types fatigue --by week --from 2026-01 --to 2026-06
              health cohort symptoms --types moodChanges --by week --group --format csv
            """)

    @Option(
        help: .value("types", "The symptoms, separated by commas, such as headache,nausea."),
        completion: .list(HealthTypes.all.filter { $0.kind == .category }.map(\.swiftName)))
    var types: String

    @Option(help: "The rows: week or cycle-day.")
    var by: SymptomQuery.Division

    @OptionGroup var options: CohortOptions
    @OptionGroup var dayOptions: CohortDayOptions

    @Flag(help: "List each group of participants separately.")
    var group = false

    @Option(help: .value("0.5-0.9999", "The confidence level of the intervals."))
    var confidence = 0.95

    @OptionGroup var smallGroups: SmallGroupOptions

    @Option(help: "The output format.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        let query = try query()
        let (options, format, raw) = (options, format, csv.raw)
        try Waiting.run {
            let rows = try await options.warehouse().symptoms(query)
            let listing = Listing(
                SymptomColumns(query: query, format: format).all, format: format, raw: raw,
                clock: ZoneClock(.gmt),
                output: .standard(), nothing: "no participant was under observation in this range")
            for row in rows { try listing.add(row) }
            try listing.end()
            if rows.contains(where: { $0.suppression != nil }) {
                let few = query.smallGroups.text
                Terminal.note("\(SymptomColumns.suppressed): \(few) participants, or values that would reveal them.\n")
            }
        }
    }

    private func query() throws -> SymptomQuery {
        let names = types.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let days = try dayOptions.days()
        return try SymptomQuery(
            types: try names.map { try StatisticsType.named($0).identifier }, by: by, from: days.from, to: days.to,
            byGroup: group, confidence: confidence,
            smallGroups: try smallGroups.rule())
    }
}

extension SymptomQuery.Division: ExpressibleByArgument {
    /// Parses the argument of `--by`.
    public init?(argument: String) {
        switch argument {
        case "week": self = .week
        case "cycle-day": self = .cycleDay
        default: return nil
        }
    }

    /// The accepted values of `--by`.
    public static var allValueStrings: [String] { ["week", "cycle-day"] }
}
