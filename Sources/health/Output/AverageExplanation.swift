// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The explanation of an average, in all output formats.
struct AverageExplanation {
    /// The statistics of a source, or of all sources.
    struct Row {
        /// The source; `nil` for all.
        let source: StatisticsSource?
        /// The statistics.
        let figures: StatisticsFigures
    }

    /// The type, the date range and the unit.
    let subject: ExplanationSubject
    /// The aggregation style.
    let style: HKQuantityAggregationStyle
    /// The statistics of all sources, followed by those of each source.
    let rows: [Row]
    /// The samples that do not count because better-informed samples of their source do.
    private let replaced: ReplacedText
    /// Whether figures of hours, days or longer intervals count, because there are no samples.
    private let hasAggregates: Bool

    init(
        _ row: StatisticsRow?, replaced: [ReplacedSamples], subject: ExplanationSubject,
        style: HKQuantityAggregationStyle
    ) {
        self.replaced = ReplacedText(samples: replaced)
        self.subject = subject
        self.style = style
        hasAggregates = row.map { $0.aggregates > 0 } ?? false
        rows =
            row.map { row in
                [Row(source: nil, figures: row.figures)]
                    + (row.sources ?? []).map { Row(source: $0.source, figures: $0.figures) }
            } ?? []
    }

    /// The name of the averaging method in JSON.
    private var method: String {
        switch style {
        case .discreteTemporallyWeighted: "temporallyWeighted"
        case .discreteEquivalentContinuousLevel: "equivalentContinuousLevel"
        default: "arithmetic"
        }
    }

    /// The description of the averaging method for people.
    private var methodText: [String] {
        switch style {
        case .discreteTemporallyWeighted:
            return [
                "The average is weighted by time: each sample counts with its seconds in the stretch,",
                "and each reading without a duration with one second.",
            ]
        case .discreteEquivalentContinuousLevel:
            return [
                "The average is that of the sound's energy, weighted by duration:",
                "the steady level that would carry as much.",
            ]
        default: return ["The average is the sum of the values divided by their number."]
        }
    }

    /// The columns of the statistics.
    var columns: [Column<Row>] {
        let (type, unit, span) = (subject.type, subject.unit, subject.span)
        return [
            Column("source", for: .people, fit: .cuttable) { .text($0.source?.name ?? "all sources") },
            Column("source", for: .programs) { .text($0.source?.name) },
            Column("bundleIdentifier", for: .programs) { .text($0.source?.bundleIdentifier) },
            Column("samples", alignment: .right) { .count($0.figures.count) },
            Column("average", for: .people, alignment: .right) { shown($0.figures.average) },
            Column("minimum", for: .people, alignment: .right) { shown($0.figures.minimum) },
            Column("maximum", for: .people, alignment: .right) { shown($0.figures.maximum) },
            Column("latest", for: .people, alignment: .right) { shown($0.figures.mostRecent.value) },
            Column("average", for: .programs) { .number($0.figures.average.map(unit.callAsFunction)) },
            Column("minimum", for: .programs) { .number($0.figures.minimum.map(unit.callAsFunction)) },
            Column("maximum", for: .programs) { .number($0.figures.maximum.map(unit.callAsFunction)) },
            Column("latest", for: .programs) { .number(unit($0.figures.mostRecent.value)) },
            Column("at", for: .people) { .text(span.clock.text(Self.start($0))) },
            Column("latestStart", for: .programs) { .text(span.iso(Self.start($0))) },
            Column("latestEnd", for: .programs) {
                .text(span.iso(Date(timeIntervalSince1970: $0.figures.mostRecent.end)))
            },
            Column("duration", for: .people, alignment: .right) { .text(NumberText.duration($0.figures.duration)) },
            Column("duration", for: .programs) { .number($0.figures.duration) },
            Column("type", for: .programs) { _ in .text(type.identifier) },
            Column("unit", for: .programs) { _ in .text(unit.text) },
        ]
    }

    /// Returns a value as shown to people.
    private func shown(_ value: Double?) -> Cell {
        .number(value.map { PercentText.shown(subject.unit($0), unit: subject.unit.text) })
    }

    /// The explanation in JSON.
    var json: JSONValue {
        let columns = columns.filter { $0.audience != .people && $0.name != "type" && $0.name != "unit" }
        func object(_ row: Row) -> [(key: String, value: JSONValue)] { columns.map { ($0.name, $0.cell(row).json) } }
        let all = rows.first.map(object) ?? [("samples", .integer(0))]
        return .object(
            subject.json + [("method", .string(method))] + all.filter { $0.0 != "source" && $0.0 != "bundleIdentifier" }
                + [("sources", .array(rows.dropFirst().map { .object(object($0)) }))] + replaced.json)
    }

    /// Returns the explanation for people.
    /// - Parameter width: The number of columns of the terminal; `nil` for no limit.
    func lines(width: Int?) -> [String] {
        let (heading, unit) = (subject.heading, subject.unit)
        guard let all = rows.first else { return [heading, "no samples"] + replaced.lines }
        let columns = columns.filter { $0.audience != .programs }
        let texts = rows.map { row in columns.map { $0.cell(row).text(clock: subject.span.clock) } }
        let layout = TableLayout(columns.map(\.layout), rows: texts, limit: width)
        let average =
            all.figures.average.map { unit.with(NumberText.short(PercentText.shown(unit($0), unit: unit.text))) }
            ?? "none"
        let method =
            hasAggregates
            ? [
                "There are no samples, so figures of hours or days count that a phone sent,",
                "weighted by the lengths of their intervals.",
            ] : methodText
        return [heading, "average \(average)", ""] + method
            + ["All sources count alike; a sample that a source reports twice counts once.", "", layout.heading]
            + texts.map(layout.line) + replaced.lines
    }

    private static func start(_ row: Row) -> Date {
        Date(timeIntervalSince1970: row.figures.mostRecent.start)
    }
}
