// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

extension JSONFormat where Value == HKStatistics {
    /// The format of the statistics of one interval, with only the existing values, which are decoded as exactly equal values.
    package static let statistics = JSONFormat(
        name: "Statistics",
        JSONSchema.object(
            required: [("type", .named("TypeName")), ("startDate", .date), ("endDate", .date)],
            optional: figureSchemas + [
                (
                    "sources",
                    JSONSchema.array(of: .object(required: [("source", .named("Source"))], optional: figureSchemas))
                        .described("The figures of each source, if requested.")
                ),
                ("partial", .partialInterval),
            ]
        ).described("Figures over the samples of one interval.")
    ) {
        json(of: $0)
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static var figureSchemas: [(key: String, value: JSONSchema)] {
        quantities.map { ($0.name, .named("Quantity")) } + [("mostRecentInterval", .named("Interval"))]
    }

    private static func read(_ json: JSONReader) throws(Problem) -> HKStatistics {
        var sources: [(source: HKSource, figures: HKStatisticsFigures)]?
        if let entries = try json.optional("sources")?.array() {
            var parts: [(source: HKSource, figures: HKStatisticsFigures)] = []
            for entry in entries {
                parts.append((try JSONFormat<HKSource>.source.decode(try entry.required("source")), try figures(entry)))
            }
            sources = parts
        }
        return HKStatistics(
            quantityType: try json.required("type").quantityType(), startDate: try json.required("startDate").date(),
            endDate: try json.required("endDate").date(), figures: try figures(json), figuresBySource: sources)
    }

    /// The values that are quantities, with their names.
    private static var quantities: [(name: String, path: WritableKeyPath<HKStatisticsFigures, HKQuantity?>)] {
        [
            ("average", \.average), ("minimum", \.minimum), ("maximum", \.maximum), ("sum", \.sum),
            ("mostRecent", \.mostRecent), ("duration", \.duration),
        ]
    }

    private static func entries(_ figures: HKStatisticsFigures) -> [(key: String, value: JSONValue)] {
        var entries: [(key: String, value: JSONValue)] = []
        for (name, path) in quantities {
            if let quantity = figures[keyPath: path] {
                entries.append((name, JSONFormat<HKQuantity>.quantity.json(quantity)))
            }
        }
        if let interval = figures.mostRecentInterval {
            entries.append(("mostRecentInterval", JSONFormat<DateInterval>.interval.json(interval)))
        }
        return entries
    }

    private static func figures(_ json: JSONReader) throws(Problem) -> HKStatisticsFigures {
        var figures = HKStatisticsFigures()
        for (name, path) in quantities {
            guard let entry = try json.optional(name) else { continue }
            figures[keyPath: path] = try JSONFormat<HKQuantity>.quantity.decode(entry)
        }
        figures.mostRecentInterval = try json.optional("mostRecentInterval").map(
            JSONFormat<DateInterval>.interval.decode)
        return figures
    }

    private static func json(of statistics: HKStatistics) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(statistics.quantityType.identifier)),
            ("startDate", .string(APIDate.text(statistics.startDate))),
            ("endDate", .string(APIDate.text(statistics.endDate))),
        ]
        entries += Self.entries(statistics.figures)
        if let sources = statistics.figuresBySource {
            entries.append(
                (
                    "sources",
                    .array(
                        sources.map { part in
                            .object(
                                [("source", JSONFormat<HKSource>.source.json(part.source))] + Self.entries(part.figures)
                            )
                        })
                ))
        }
        return .object(entries)
    }
}

/// The statistics of intervals, with the time zone that determines their days.
package struct IntervalListJSON<Row: Sendable>: Sendable {
    package var rows: [Row]
    /// The identifier of the time zone; nil without intervals.
    package var timeZone: String?

    package init(_ rows: [Row], timeZone: String?) {
        self.rows = rows
        self.timeZone = timeZone
    }
}

extension JSONFormat {
    /// Returns the format of the statistics of intervals.
    /// - Parameter name: The name of the schema.
    static func intervals<Row: Sendable>(
        _ name: String, _ row: JSONFormat<Row>
    ) -> JSONFormat where Value == IntervalListJSON<Row> {
        .object(
            named: name, about: "The statistics of intervals, in order.",
            .required("statistics", \.rows, .array(of: row)),
            .optional(
                "timeZone", \.timeZone,
                .string.described("The time zone that determines days; omitted without intervals."))
        ) { IntervalListJSON($0, timeZone: $1) }
    }
}

extension JSONFormat where Value == IntervalListJSON<HKStatistics> {
    /// The format of the statistics of quantities.
    package static let statisticsList = JSONFormat.intervals("StatisticsList", .statistics)
}

extension JSONFormat where Value == IntervalListJSON<CategoryStatisticsJSON> {
    /// The format of the statistics of categories.
    package static let categoryStatisticsList = JSONFormat.intervals(
        "CategoryStatisticsList", CategoryStatisticsJSON.format)
}

extension JSONSchema {
    /// The schema of the mark of an incomplete interval.
    static let partialInterval = JSONSchema.bool.described(
        "Whether the interval is incomplete: it is not over, the latest export was made in it without later data, or the range starts or "
            + "ends within it. Omitted otherwise.")
}

/// The durations of the values of a category in one interval.
package struct CategoryStatisticsJSON: JSONRepresentable {
    package var start: Date
    package var end: Date
    /// The seconds that samples cover.
    package var covered: Double
    /// The seconds of all values that represent sleep; nil for other types.
    package var asleep: Double?
    package var values: [CategoryValueDuration]
    /// Whether the interval is incomplete.
    package var isPartial = false

    package init(
        start: Date, end: Date, covered: Double, asleep: Double?, values: [CategoryValueDuration], isPartial: Bool
    ) {
        self.start = start
        self.end = end
        self.covered = covered
        self.asleep = asleep
        self.values = values
        self.isPartial = isPartial
    }

    package static let format = JSONFormat<CategoryStatisticsJSON>.object(
        named: "CategoryStatistics", about: "The durations of the values of a category in one interval.",
        .required("startDate", \.start, .date), .required("endDate", \.end, .date),
        .required(
            "covered", \.covered, .number.described("The seconds that samples cover: the sum of the durations.")),
        .optional(
            "asleep", \.asleep, .number.described("Of sleepAnalysis: the seconds of all values that are sleep.")),
        .required("values", \.values, .array(of: CategoryValueDuration.format)),
        .optional("partial", \.isPartial, .bool.schema(.partialInterval), default: false)
    ) { start, end, covered, asleep, values, isPartial in
        CategoryStatisticsJSON(
            start: start, end: end, covered: covered, asleep: asleep, values: values, isPartial: isPartial)
    }
}

extension CategoryValueDuration: JSONRepresentable {
    /// The JSON form of the duration of one value.
    package static let format = JSONFormat<CategoryValueDuration>.object(
        .required("value", \.value, .integer().described("The raw value.")),
        .required("duration", \.duration, .number.described("The seconds that only this value has.")),
        .required(
            "reported", \.reported,
            .number.described("The seconds that samples of the value cover, including those that other values have.")),
        .required("samples", \.count, .integer(0...Int.max))
    ) { CategoryValueDuration(value: $0, duration: $1, reported: $2, count: $3) }
}
