// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health statistics` command.
struct StatisticsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Show sums, averages and durations, by day or another length.",
        discussion: """
            Cumulative quantities, such as stepCount, have a sum: if several sources counted the same moment, the \
            one with the highest precedence counts, and a sample in two rows is divided by time. Other \
            quantities, such as heartRate, have an average, a minimum and a maximum. Categories have the duration of \
            each value: the time that belongs to it alone, and the reported time, whatever other samples report for the \
            same time.

            Rows begin at midnight in the time zone, weeks on Monday unless `health settings` says otherwise. Of \
            sleepAnalysis, days and weeks begin at 18:00 the evening before, so that a night is one row, and --from and \
            --to mean the nights that end on a day, also without --every. With rows of other lengths or --anchor, they \
            mean midnight. Rows of hours and minutes are elapsed time, counted from midnight of the day of --from.

            A row whose bucket is not over, or in which the data end since the last export was made in it, is marked \
            "(so far)", one that --from or --to cuts "(part)"; in csv and json both have partial: true.

            --functions takes \(StatisticsFunction.names), with commas between them. csv and json give dates with the \
            offset of the time zone, and durations in seconds.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health statistics stepCount --every day --from -30d
              health statistics stepCount --every month --chart
              health statistics heartRate --every hour --from today
              health statistics sleepAnalysis --every day --from -7d
              health statistics bodyMass --every week --unit lb --format csv
              health statistics stepCount --every day --by-source
            """)

    @Argument(help: "Types, such as stepCount.", completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: [String]

    @OptionGroup var buckets: BucketOptions
    @OptionGroup var range: RangeOptions

    @Option(help: .value("names", "The statistics, such as sum,count; by default those of the type."))
    var functions: String?

    @Flag(help: "List each source's own values too.")
    var bySource = false

    @Option(help: .value("unit", "The unit of the values, such as km; by default that of the type."))
    var unit: String?

    @Flag(help: "Draw a chart as wide as the terminal.")
    var chart = false

    @OptionGroup var storeOptions: StoreOptions
    @OptionGroup var zoneOptions: ZoneOptions

    @Option(help: "The output format. All formats have dates in the time zone.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        try buckets.check()
        let functions = try functions.map(StatisticsFunction.parse)
        if chart, format != .table {
            throw ToolError(
                .badArgument, "--chart cannot be combined with --format \(format.rawValue)",
                remedy: "omit one of them")
        }
        let database = try storeOptions.openToCompute()
        let clock = ZoneClock(try zoneOptions.zone(for: database))
        let (now, firstWeekday) = (Date(), database.firstWeekday)
        var types: [HealthTypeDescription] = []
        for text in type {
            let type = try StatisticsType.named(text, in: database)
            if !types.contains(type) { types.append(type) }
        }
        let inputs = try types.map { type in
            let plan = try buckets.plan(
                for: type, from: range.from, in: clock.zone, firstWeekday: firstWeekday, now: now)
            return try StatisticsInput(
                type, functions: functions, unit: unit, plan: plan,
                bounds: try buckets.bounds(
                    range, of: type, plan: plan, in: clock.zone, firstWeekday: firstWeekday, now: now), now: now,
                dataEnd: try database.dataEnd(of: type.identifier))
        }
        let results = try inputs.map { input in try lines(input, in: database, clock: clock) }
        let nothing = results.allSatisfy(\.isEmpty) ? try Self.nothing(types, in: database, clock: clock) : ""
        if chart {
            try draw(inputs, results, clock: clock, nothing: nothing)
        } else {
            try list(inputs, results, clock: clock, nothing: nothing)
        }
    }

    /// Returns the message for an empty result. For an export that is some months old, a range up to today is empty.
    private static func nothing(
        _ types: [HealthTypeDescription], in database: HealthDatabase, clock: ZoneClock
    ) throws -> String {
        let last = try types.compactMap { type -> Date? in
            type.kind == .category
                ? try database.categoryDurations(type: type.identifier).last?.end
                : try database.statistics(StatisticsRequest(type: type.identifier)).last?.end
        }.max()
        guard let last else { return "no samples" }
        return "no samples in this range; the last one ends at \(clock.text(last))"
    }

    private func lines(_ input: StatisticsInput, in database: HealthDatabase, clock: ZoneClock) throws
        -> [StatisticsLine]
    {
        let label = BucketLabel(input.plan, clock: clock)
        let lines = try input.lines(
            in: database, bySource: bySource, usesSampleTimeZones: buckets.sampleTimezones, label: label)
        return buckets.empty ? try input.filled(lines, label: label) : lines
    }

    private func list(
        _ inputs: [StatisticsInput], _ results: [[StatisticsLine]], clock: ZoneClock, nothing: String
    ) throws {
        let columns = StatisticsColumns(
            zone: clock.zone, format: format,
            functions: inputs.reduce(into: []) { $0.formUnion($1.functions) }, showsType: inputs.count > 1,
            hasQuantities: inputs.contains { $0.type.kind == .quantity },
            hasCategories: inputs.contains { $0.type.kind == .category }, bySource: bySource,
            showsEnd: buckets.every == nil)
        // In CSV and tables, a source has its own row; in JSON, it is part of the row.
        let hasSourceRows = format == .table || format == .csv
        let listing = Listing(
            columns.all, format: format, raw: csv.raw, clock: clock, output: .standard(), nothing: nothing)
        for line in results.joined() {
            for row in hasSourceRows ? line.withSourceLines : [line] { try listing.add(row) }
        }
        try listing.end()
    }

    private func draw(
        _ inputs: [StatisticsInput], _ results: [[StatisticsLine]], clock: ZoneClock, nothing: String
    ) throws {
        let output = Output.standard()
        var isFirst = true
        for (input, result) in zip(inputs, results) where !result.isEmpty {
            if !isFirst { try output.line() }
            isFirst = false
            let chart = StatisticsChart(
                name: input.type.swiftName, unit: input.unit?.text, functions: input.functions,
                lines: BucketLabel(input.plan, clock: clock).shortened(result).flatMap(\.withSourceLines))
            for line in chart.chart(width: output.terminalWidth ?? 80, style: ChartStyle()).lines {
                try output.line(line)
            }
        }
        if isFirst { try output.line(nothing) }
        try output.flush()
    }
}
