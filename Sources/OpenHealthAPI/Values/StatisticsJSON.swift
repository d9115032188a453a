// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Statistics of one interval on the wire, with only the existing values, which are decoded as exactly equal values.
package struct StatisticsJSON: JSONRepresentable {
    /// The statistics.
    package let statistics: HKStatistics

    package init(_ statistics: HKStatistics) {
        self.statistics = statistics
    }

    package static let format = JSONFormat<StatisticsJSON>(
        name: "Statistics",
        JSONSchema.object(
            required: [("type", .named("TypeName")), ("startDate", .date), ("endDate", .date)],
            optional: figureSchemas + [
                (
                    "sources",
                    JSONSchema.array(of: .object(required: [("source", .named("Source"))], optional: figureSchemas))
                        .described("The figures of each source, where they were asked for.")
                ),
                ("partial", partial),
            ]
        ).described("Figures over the samples of one interval.")
    ) {
        $0.encoded
    } decode: { (json) throws(Problem) in
        StatisticsJSON(try read(json))
    }

    /// The schema of the mark of an incomplete interval.
    static let partial = JSONSchema.bool.described(
        "Whether the interval is incomplete: it is not over, the latest export was made in it without later data, or the range starts or "
            + "ends within it. Omitted otherwise.")

    private static var figureSchemas: [(key: String, value: JSONSchema)] {
        quantities.map { ($0.name, .named("Quantity")) } + [("mostRecentInterval", .named("Interval"))]
    }

    private static func read(_ json: JSONReader) throws(Problem) -> HKStatistics {
        var sources: [(source: HKSource, figures: HKStatisticsFigures)]?
        if let entries = try json.optional("sources")?.array() {
            var parts: [(source: HKSource, figures: HKStatisticsFigures)] = []
            for entry in entries {
                parts.append((try SourceJSON(try entry.required("source")).revision.source, try figures(entry)))
            }
            sources = parts
        }
        return HKStatistics(
            quantityType: try json.required("type").quantityType(), startDate: try json.required("startDate").date(),
            endDate: try json.required("endDate").date(), figures: try figures(json), figuresBySource: sources)
    }

    /// The values that are quantities, with their names.
    package static var quantities: [(name: String, path: WritableKeyPath<HKStatisticsFigures, HKQuantity?>)] {
        [
            ("average", \.average), ("minimum", \.minimum), ("maximum", \.maximum), ("sum", \.sum),
            ("mostRecent", \.mostRecent), ("duration", \.duration),
        ]
    }

    private static func entries(_ figures: HKStatisticsFigures) -> [(key: String, value: JSONValue)] {
        var entries: [(key: String, value: JSONValue)] = []
        for (name, path) in quantities {
            if let quantity = figures[keyPath: path] { entries.append((name, QuantityJSON(quantity).json)) }
        }
        if let interval = figures.mostRecentInterval {
            entries.append(("mostRecentInterval", IntervalJSON(interval).json))
        }
        return entries
    }

    private static func figures(_ json: JSONReader) throws(Problem) -> HKStatisticsFigures {
        var figures = HKStatisticsFigures()
        for (name, path) in quantities {
            guard let entry = try json.optional(name) else { continue }
            figures[keyPath: path] = try QuantityJSON(entry).quantity
        }
        figures.mostRecentInterval = try json.optional("mostRecentInterval").map(IntervalJSON.init)?.interval
        return figures
    }

    private var encoded: JSONValue {
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
                            .object([("source", SourceJSON(source: part.source).json)] + Self.entries(part.figures))
                        })
                ))
        }
        return .object(entries)
    }
}

extension JSONFormat where Value == HKStatistics {
    /// The format of the statistics of one interval.
    package static var statistics: JSONFormat { StatisticsJSON.format.map(\.statistics, back: StatisticsJSON.init) }
}
