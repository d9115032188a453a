// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthWarehouse

/// `health cohort symptoms`.
struct CohortSymptomsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symptoms",
        abstract: "How often participants have symptoms, by week or by day of the cycle.",
        discussion: """
            A symptom is there on a day that a sample of it touches, unless the sample says that it is not; a day without \
            a sample is a day without the symptom. Participants are under observation from the first to the last day \
            that they have data of any kind of. Days are those of each participant's home time zone.

            --by week: of the participants under observation in a week, from Monday to Sunday, how many had the symptom \
            at least once. --by cycle-day: of all days under observation that are, say, day 14 of a menstrual cycle, how many \
            had the symptom. Day 1 is the day that is marked as the start of a cycle, or else the first day of bleeding \
            after at least ten without; no day after the \(SymptomQuestion.lastCycleDay)th counts.

            Intervals are Wilson's; by cycle day they allow for the days of one participant being alike. Of fewer than \
            \(SmallGroups.standard.minimum) participants nothing is told, unless --minimum-group says otherwise, and where \
            as few have the symptom, only how many are under observation.

            Examples:
              health cohort symptoms --types abdominalCramps,headache --by cycle-day
              health cohort symptoms --types fatigue --by week --from 2026-01 --to 2026-06
              health cohort symptoms --types moodChanges --by week --group --format csv
            """)

    @Option(
        help: ArgumentHelp("The symptoms, with commas between them, such as headache,nausea.", valueName: "types"),
        completion: .list(HealthTypes.all.filter { $0.kind == .category }.map(\.swiftName)))
    var types: String

    @Option(help: "What frequencies are given by: week or cycle-day.")
    var by: SymptomQuestion.Division

    @OptionGroup var options: CohortOptions
    @OptionGroup var dayOptions: CohortDayOptions

    @Flag(help: "Give each group of participants figures of its own.")
    var group = false

    @Option(help: ArgumentHelp("How sure the intervals are.", valueName: "0.5-0.9999"))
    var confidence = 0.95

    @OptionGroup var smallGroups: SmallGroupOptions

    @Option(help: "The form of the output.")
    var format: ListingFormat = .table

    func run() throws {
        let question = try question()
        let (options, format) = (options, format)
        try Waiting.run {
            let rows = try await options.warehouse().symptoms(question)
            let listing = Listing(
                SymptomColumns(question: question, format: format).all, format: format, clock: ZoneClock(.gmt),
                output: .standard(), nothing: "no one was under observation in this range")
            for row in rows { try listing.add(row) }
            try listing.end()
            if rows.contains(where: { $0.suppression != nil }) {
                let few = question.smallGroups.text
                Terminal.note("\(SymptomColumns.suppressed): \(few) participants, or what would give them away.\n")
            }
        }
    }

    private func question() throws -> SymptomQuestion {
        let names = types.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let days = try dayOptions.days()
        return try SymptomQuestion(
            types: try names.map { try StatisticsType.named($0).identifier }, by: by, from: days.from, to: days.to,
            byGroup: group, confidence: confidence,
            smallGroups: try smallGroups.rule())
    }
}

extension SymptomQuestion.Division: ExpressibleByArgument {
    /// Reads the argument of `--by`.
    public init?(argument: String) {
        switch argument {
        case "week": self = .week
        case "cycle-day": self = .cycleDay
        default: return nil
        }
    }

    /// The values of `--by`.
    public static var allValueStrings: [String] { ["week", "cycle-day"] }
}
