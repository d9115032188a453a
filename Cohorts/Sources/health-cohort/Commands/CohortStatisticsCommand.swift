// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The `health cohort statistics` command.
struct CohortStatisticsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Show sums, averages and durations of all participants, by day or longer.",
        discussion: """
            First each participant has a figure in each row, the same as `health statistics` gives of their own store: the \
            sum of quantities that add up, such as stepCount, the average of others, and of categories the duration of \
            each value. Then come the number of participants with a figure, their mean, standard deviation and percentiles, each \
            participant counting once, and the total of what adds up. Participants without data in a row are not counted there.

            Rows begin at midnight of each participant's home time zone, weeks on Monday. Of sleepAnalysis, nights belong \
            to the day on which they end. Hours are time that passes, counted from the beginning of the day.

            --by group has rows for each group of participants, --by participant each participant's own figures. Of \
            fewer than \(SmallGroups.standard.minimum) participants neither figures nor their number are shown, unless \
            --minimum-group says otherwise; nor of a further group, where the hidden ones together would be so few. That \
            does not hold for --by participant, which is for those who may see each one's. Percentiles are given where at \
            least as many participants are on each side, and figures of several participants are rounded to the influence of \
            one of them. --minimum-group 1 gives all figures exactly.

            --function takes \(CohortFunction.names).

            Examples:
              health cohort statistics stepCount --every week --from 2026-01 --percentiles 5,50,95
              health cohort statistics heartRate --every day --from -30d --by group
              health cohort statistics heartRate --function maximum --every month
              health cohort statistics sleepAnalysis --every week --from 2026-01 --format csv
              health cohort statistics stepCount --every day --from -7d --by participant
            """)

    @Argument(help: "Types, such as stepCount.", completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: [String]

    @OptionGroup var options: CohortOptions

    @Option(help: .value("length", "The length of rows: \(CohortLength.forms); by default one row for the range."))
    var every: String?

    @OptionGroup var dayOptions: CohortDayOptions

    @Option(help: "The grouping of participants: all, group or participant.")
    var by: CohortQuery.Grouping = .all

    @Option(help: .value("numbers", "Percentiles of the participants' values, such as 5,50,95."))
    var percentiles: String?

    @Option(help: .value("name", "The statistic of each participant; by default that of the type."))
    var function: String?

    @Option(help: .value("unit", "The unit of the values, such as km; by default that of the type."))
    var unit: String?

    @OptionGroup var smallGroups: SmallGroupOptions

    @Option(help: "The output format.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        let output = try CohortStatisticsOutput(query(), unit: unit, format: format, raw: csv.raw)
        let options = options
        try Waiting.run {
            let rows = try await options.warehouse().statistics(output.query)
            try output.list(rows)
        }
    }

    private func query() throws -> CohortQuery {
        let days = try dayOptions.days()
        var types: [String] = []
        for text in type {
            let type = try StatisticsType.named(text)
            if !types.contains(type.identifier) { types.append(type.identifier) }
        }
        guard by != .participant || smallGroups.minimumGroup == nil else {
            throw ToolError(
                .badArgument, "--by participant gives each one's figures and --minimum-group hides those of few",
                remedy: "omit one of them")
        }
        let query = CohortQuery(
            types: types, every: try every.map(CohortLength.parse), from: days.from, to: days.to, grouping: by,
            function: try function.map(CohortFunction.parse), percentiles: try percentiles.map(Self.numbers) ?? [],
            smallGroups: try smallGroups.rule())
        _ = try query.check()
        return query
    }

    private static func numbers(_ text: String) throws -> [Double] {
        try text.split(separator: ",", omittingEmptySubsequences: false).reduce(into: []) { numbers, part in
            guard let number = Double(part.trimmingCharacters(in: .whitespaces)), (0...100).contains(number) else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) are not percentiles for --percentiles",
                    remedy: "give numbers from 0 to 100 with commas between them, such as 5,50,95")
            }
            if !numbers.contains(number) { numbers.append(number) }
        }
    }
}

extension CohortQuery.Grouping: ExpressibleByArgument {}

/// The statistics functions of a cohort.
enum CohortFunction {
    /// The accepted names, for help and errors.
    static let names = "sum, average, min, max, count, duration or reported"

    /// Parses a name.
    /// - Throws: A ``ToolError`` if the name is unknown.
    static func parse(_ text: String) throws -> CohortQuery.Function {
        switch text.lowercased() {
        case "min": return .minimum
        case "max": return .maximum
        case let name:
            if let function = CohortQuery.Function(rawValue: name) { return function }
            throw ToolError(
                .badArgument, "\(text.debugDescription) is not a statistic for --function",
                remedy: "give one of \(names)")
        }
    }
}

/// The lengths of a cohort's rows.
enum CohortLength {
    /// The accepted forms, for help and errors.
    static let forms = "hour, day, week, month, quarter or year"

    /// Parses a length.
    /// - Throws: A ``ToolError`` if the length is invalid or supported only for one person's statistics, such as 15 minutes.
    static func parse(_ text: String) throws -> CohortQuery.Length {
        let length = try BucketLength.parse(text)
        if length.count == 1, let every = CohortQuery.Length(length.unit) { return every }
        throw ToolError(
            .badArgument, "a cohort has no rows of \(text.debugDescription)", remedy: "give --every \(forms)")
    }
}

extension CohortQuery.Length {
    fileprivate init?(_ unit: BucketLength.Unit) {
        switch unit {
        case .minute: return nil
        case .hour: self = .hour
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .quarter: self = .quarter
        case .year: self = .year
        }
    }
}
