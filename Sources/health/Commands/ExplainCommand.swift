// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The `health explain` command.
struct ExplainCommand: ParsableCommand {
    /// The detail in which the intervals of a sum are listed.
    enum Detail: EnumerableFlag {
        case stretches
        case summary

        static func help(for value: Detail) -> ArgumentHelp? {
            switch value {
            case .stretches: "List every stretch of time, which tables do for up to a day."
            case .summary: "Omit the stretches."
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Explain a value: when each source counted, what was excluded, and why; or why workouts are one effort.",
        discussion: """
            For types that add up (stepCount) the answer says which source counted in which stretch of time, and ends \
            with the sum of the parts. For types that are averaged (heartRate) it says how the average is formed, for \
            categories (sleepAnalysis) how long each value lasted. csv and ndjson have a row for each stretch or \
            source; json has everything in one object. Programs get dates with the offset of the time zone.

            The UUID of a workout explains which workouts of other sources are the same effort, and why.

            DAY is a day, a month or a year: 2024-03-10, 2024-03, 2024, today, yesterday. Of sleepAnalysis, all of them \
            begin and end at \(BucketPlan.evening):00 the evening before, so that no night is cut in two.

            Examples:
              health explain stepCount yesterday
              health explain distanceWalkingRunning 2024-03-10 --unit mi --summary
              health explain heartRate 2024-03
              health explain stepCount 2024-03-10 --format json
              health explain 0EEFEA64-8811-86EF-809D-F4DFE460251D
            """)

    @Argument(
        help: "The type, such as stepCount, or the UUID of a workout.",
        completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: String

    @Argument(help: "The day, month or year, for a type.")
    var day: String?

    @Flag(exclusivity: .exclusive)
    var detail: Detail?

    @Option(help: "The unit of the values, such as mi; by default that of the type.")
    var unit: String?

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if UUID(uuidString: type) == nil {
            if day == nil { throw ValidationError("Missing expected argument '<day>'") }
        } else if day != nil || detail != nil || unit != nil {
            throw ValidationError("a workout is explained without a day, --stretches, --summary and --unit")
        }
    }

    func run() throws {
        guard let day else { return try explainEffort(SampleUUID.parse(type)) }
        let database = try listing.storeOptions.openToCompute()
        let clock = try listing.clock(for: database)
        let type = try ExplainedType(type, in: database)
        let span = try DateParser(
            timeZone: clock.zone, now: Date(), firstWeekday: database.firstWeekday.rawValue
        ).span(day)
        guard span.end > span.start else {
            throw ToolError(
                .badArgument,
                "\(day.debugDescription) does not exist in \(TimeZoneName.text(clock.zone))",
                remedy: "give a day, a month or a year, such as 2024-03-10")
        }
        let heading = SpanText(span: span, clock: clock)
        switch type.figure {
        case .sum: try explainSum(type, heading, in: database)
        case .average(let style): try explainAverage(type, style, heading, in: database)
        case .durations: try explainDurations(type, heading, in: database)
        }
    }

    private func explainEffort(_ uuid: UUID) throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let content = EffortText(explanation: try database.efforts.explanation(of: uuid), clock: clock)
        switch listing.format {
        case .json:
            let output = Output.standard()
            try output.line(content.json.text)
            try output.flush()
        case .csv, .ndjson:
            try listing.print(content.rows, as: content.columns, clock: clock, nothing: "")
        case .table:
            try listing.print(content.rows, as: content.columns, clock: clock, nothing: "")
            let output = Output.standard()
            try output.line("")
            for line in content.lines { try output.line(line) }
            try output.flush()
        }
    }

    private func explainSum(_ type: ExplainedType, _ span: SpanText, in database: HealthDatabase) throws {
        let unit = try ShownUnit(unit, type: type.identifier, stored: type.unit)
        let (from, to) = (span.span.start, span.span.end)
        let explanation = try database.explanation(type: type.identifier, from: from, to: to)
        let request = StatisticsRequest(type: type.identifier, from: from, to: to, separateBySource: true)
        let sources = try database.statistics(request).first?.sources ?? []
        let content = SumExplanation(
            explanation, counts: Dictionary(uniqueKeysWithValues: sources.map { ($0.source.id, $0.figures.count) }),
            ranked: try database.sourceOrder(type: type.identifier),
            subject: ExplanationSubject(type: type, span: span, unit: unit))
        let document = SumExplanationJSON(content: content)
        try print(
            content.explanation.stretches, as: document.columns, json: document.object,
            revisions: RevisionText(type, span, in: database), clock: span.clock
        ) { width in
            SumExplanationText(content: content, showsStretches: showsStretches(span), width: width).lines
        }
    }

    private func showsStretches(_ span: SpanText) -> Bool {
        detail.map { $0 == .stretches } ?? span.isDay
    }

    private func explainAverage(
        _ type: ExplainedType, _ style: HKQuantityAggregationStyle, _ span: SpanText, in database: HealthDatabase
    ) throws {
        let unit = try ShownUnit(unit, type: type.identifier, stored: type.unit)
        let request = StatisticsRequest(
            type: type.identifier, from: span.span.start, to: span.span.end, separateBySource: true)
        let content = AverageExplanation(
            try database.statistics(request).first,
            replaced: try database.replacedSamples(type: type.identifier, from: span.span.start, to: span.span.end),
            subject: ExplanationSubject(type: type, span: span, unit: unit), style: style)
        try print(
            content.rows, as: content.columns, json: content.json, revisions: RevisionText(type, span, in: database),
            clock: span.clock, lines: content.lines(width:))
    }

    private func explainDurations(_ type: ExplainedType, _ span: SpanText, in database: HealthDatabase) throws {
        if unit != nil {
            throw ToolError(.badArgument, "\(type.name) has no unit", remedy: "leave --unit out")
        }
        var span = span
        if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue {
            span = SpanText(span: try span.night(), clock: span.clock)
        }
        let rows = try database.categoryDurations(
            type: type.identifier, from: span.span.start, to: span.span.end, buckets: nil)
        let content = DurationExplanation(
            type: type, span: span, values: rows.first?.values ?? [],
            stretches: try database.categoryStretches(
                type: type.identifier, from: span.span.start, to: span.span.end),
            replaced: ReplacedText(
                samples: try database.replacedSamples(
                    type: type.identifier, from: span.span.start, to: span.span.end)))
        try print(
            content.stretches, as: content.columns, json: content.json,
            revisions: RevisionText(type, span, in: database), clock: span.clock
        ) { width in
            content.lines(showsStretches: showsStretches(span), width: width)
        }
    }

    private func print<Row>(
        _ rows: [Row], as columns: [Column<Row>], json: JSONValue, revisions: RevisionText, clock: ZoneClock,
        lines: (Int?) -> [String]
    ) throws {
        let output = Output.standard()
        switch listing.format {
        case .table:
            for line in lines(output.terminalWidth) + revisions.lines { try output.line(line) }
            try output.flush()
        case .json:
            try output.line(revisions.added(to: json).text)
            try output.flush()
        case .csv, .ndjson:
            try listing.print(rows, as: columns, clock: clock, nothing: "")
        }
    }
}
