// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAPI
import OpenHealthCommandLine
import OpenHealthInsights
import OpenHealthModel
import OpenHealthPages
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

/// `health insights`.
struct InsightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights",
        abstract: "Show changes, usual ranges, records and sleep.",
        discussion: """
            The figures of days that are over are compared: the last 7, 28 and 364 days with as many before; changes that \
            have held for weeks (in a year without any change, at most 5 % of the types ever show one); the usual range of \
            resting heart rate, heart rate variability, respiratory rate, oxygen saturation and wrist temperature; records; \
            days in a row that reach a goal; blood pressure, cardio fitness and walking speed in published tables; sleep by \
            the clock, its regularity, and the time by which it is short of a goal. The guide Insights names the methods.

            Without --all and --type only highlights are shown; json has all statements. Nothing here \
            is a diagnosis, and a correlation is never a cause.

            Examples:
              health insights
              health insights --all --type restingHeartRate
              health insights --goal stepCount=8000 --sleep-goal 7.5
              health insights --correlate stepCount,sleepAnalysis --lag 1
              health insights --format json
            """)

    @Flag(help: "Show all statements, not only highlights.")
    var all = false

    @Option(
        help: .value("type", "Show one type only, such as stepCount."),
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: String?

    @Option(
        help: .value(
            "type=number",
            "The goal of a day, such as stepCount=8000, in place of that of the settings; may be repeated."))
    var goal: [String] = []

    @Option(help: .value("hours", "The goal of a night, in hours; 7 by default."))
    var sleepGoal: Double?

    @Option(help: .value("type,type", "Show the correlation of two types in the last year instead."))
    var correlate: String?

    @Option(help: .value("days", "With --correlate, the days by which the second type is later, 0 to 7."))
    var lag: Int?

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var zoneOptions: ZoneOptions
    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
        guard sleepGoal.map({ (1...16).contains($0) }) ?? true else {
            throw ToolError(.badArgument, "--sleep-goal is not from 1 to 16", remedy: "give hours, such as 7.5")
        }
        guard lag.map({ (0...7).contains($0) && correlate != nil }) ?? true else {
            throw ToolError(
                .badArgument, "--lag requires --correlate and a number from 0 to 7",
                remedy: "give both, such as --correlate stepCount,sleepAnalysis --lag 1")
        }
        let chosen = try type.map(InsightArguments.type)
        let pair = try correlate.map(InsightArguments.pair)
        let ownGoals = try InsightArguments.goals(goal)
        let database = try storeOptions.openToCompute()
        let zone = try zoneOptions.zone(for: database)
        let source = StoreInsightSource(database: database)
        let types: Set<String>? = pair.map { [$0.0, $0.1] }
        let input = try InsightInput(source, types: types, zone: zone, now: Date())
        let goals = try InsightArguments.goals(of: database).merging(ownGoals) { $1 }
        let insights = Insights(
            input, goals: goals, sleepGoal: sleepGoal.map { $0 * 3600 } ?? SleepSummary.usualGoal,
            firstWeekday: database.firstWeekday.rawValue)
        let texts = try FigureTexts(of: database)
        if let pair { return try show(pair, of: insights, texts) }
        let found = insights.all.filter { insight in
            (all || chosen != nil || outputOptions.isJSON || insight.isHighlight)
                && (chosen == nil || chosen == insight.type)
        }
        let text = found.map { InsightText($0, texts).line }
        try outputOptions.print(
            ["insights": .array(found.map(\.json))],
            text: text.isEmpty ? [all || chosen != nil ? "no statements: too few days of data" : "no highlights"] : text
        )
    }

    private func show(_ pair: (String, String), of insights: Insights, _ texts: FigureTexts) throws {
        let correlation = insights.correlation(pair.0, pair.1, lag: lag ?? 0)
        let json = DailyCorrelationJSON(type: pair.0, other: pair.1, lag: lag ?? 0, correlation).json
        guard case .object(let entries) = json else { return }
        let output = Output.standard()
        try output.line(
            outputOptions.isJSON
                ? JSONValue.object(entries).text
                : InsightText.line(correlation, pair: pair, lag: lag ?? 0, texts))
        try output.flush()
    }
}

/// The figures of a store, for insights.
struct StoreInsightSource: InsightSource {
    let database: HealthDatabase

    func figures(
        of type: InsightType, from: Date?, to: Date, buckets: CivilBuckets
    ) throws -> [(start: Date, value: Double)] {
        try database.statistics(StatisticsRequest(type: type.identifier, from: from, to: to, buckets: buckets))
            .compactMap { row in
                (type.isSum ? row.figures.sum : row.figures.average).map { (row.start, $0) }
            }
    }

    func asleep(from: Date, to: Date, buckets: CivilBuckets) throws -> [(start: Date, seconds: Double)] {
        try database.categoryDurations(type: InsightType.sleep, from: from, to: to, buckets: buckets).map {
            ($0.start, InsightType.asleep($0.values))
        }
    }

    func recordZones(from: Date, to: Date) throws -> [RecordedZones.Record] {
        try RecordZones.types.flatMap { try database.recordZones(of: $0, from: from, to: to) }
    }

    func dataEnd(of type: String) throws -> Date? { try database.dataEnd(of: type) }

    func dateOfBirth() throws -> DateComponents? {
        try characteristic(.dateOfBirth).flatMap { try? DateOfBirth.components($0) }
    }

    func sex() throws -> CardioFitnessLevel.Sex? {
        CardioFitnessLevel.Sex(exported: try characteristic(.biologicalSex))
    }

    private func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
        try database.person.characteristics().last { $0.key == identifier.rawValue }?.value
    }
}
