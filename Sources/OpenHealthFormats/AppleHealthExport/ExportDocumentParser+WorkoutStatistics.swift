// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension ExportDocumentParser {
    /// Returns the statistics of a `WorkoutStatistics` tag; returns nil and reports a diagnostic if they are invalid.
    mutating func statisticsFacts() throws -> WorkoutStatisticsData? {
        guard let start = date("startDate"), let end = date("endDate"), start <= end else {
            try report(
                .rejected, "WorkoutStatistics",
                "its dates are missing, in the wrong order, or not of the form yyyy-MM-dd HH:mm:ss ±HHMM from 1900 to 9999"
            )
            return nil
        }
        var facts = WorkoutStatisticsData(
            type: text("type") ?? "", start: start, end: end, unit: text("unit"))
        facts.sum = number("sum")
        facts.average = number("average")
        facts.minimum = number("minimum")
        facts.maximum = number("maximum")
        try reportUnreadableNumbers("WorkoutStatistics", ["sum", "average", "minimum", "maximum"])
        try reportUnknownAttributes("WorkoutStatistics", besides: Self.statisticsAttributes)
        return facts
    }

    private static let statisticsAttributes: Set<String> = [
        "type", "startDate", "endDate", "sum", "average", "minimum", "maximum", "unit",
    ]

    private mutating func reportUnreadableNumbers(_ element: String, _ names: [StaticString]) throws {
        for name in names where scanner.attribute(name) != nil && number(name) == nil {
            try report(.rejected, element, "its \(name) is not a finite decimal number; it was left out")
        }
    }
}
