// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The tables of the merged figures of days, since adding up the samples of several sources counts the same moments twice.
///
/// They are those of all sources, so there are none where some sources were selected.
enum DailyTables {
    static func all(_ contents: StoreContents) -> [ExportTable] {
        guard contents.selection.sources == nil else { return [] }
        return [quantities, categories]
    }

    private static let quantities = ExportTable(
        "statistics/quantities", group: "daily_quantities",
        [
            .text("type"), .text("unit"), .day("day"), .date("start"), .date("end"), .integer("count"), .number("sum"),
            .number("average"), .number("minimum"), .number("maximum"), .number("most_recent"),
            .number("covered_seconds"),
        ]
    ) { context, add in
        let contents = context.contents
        for type in try contents.typesWithAggregates() where type.kind == .quantity {
            try context.meter.check()
            let unit = TableCell.optional(try contents.unit(type))
            for row in try contents.dailyFigures(type) {
                let figures = row.figures
                try add([
                    .text(type.identifier), unit, .text(contents.day(row.start).text),
                    .date(row.start.timeIntervalSince1970), .date(row.end.timeIntervalSince1970),
                    .integer(Int64(figures.count)), .optional(figures.sum), .optional(figures.average),
                    .optional(figures.minimum), .optional(figures.maximum), .optional(figures.mostRecent.value),
                    .optional(figures.duration),
                ])
            }
        }
    }

    private static let categories = ExportTable(
        "statistics/categories", group: "daily_categories",
        [
            .text("type"), .day("day"), .date("start"), .date("end"), .integer("value"), .text("value_name"),
            .integer("count"), .number("seconds"),
        ]
    ) { context, add in
        let contents = context.contents
        for type in try contents.typesWithAggregates() where type.kind == .category {
            try context.meter.check()
            for row in try contents.dailyDurations(type, anchorHour: DailyFigures.anchorHour(type)) {
                let day = TableCell.text(DailyFigures.day(of: row, type, contents).text)
                for duration in row.values {
                    try add([
                        .text(type.identifier), day, .date(row.start.timeIntervalSince1970),
                        .date(row.end.timeIntervalSince1970), .integer(Int64(duration.value)),
                        .optional(try contents.valueName(type, Double(duration.value))),
                        .integer(Int64(duration.count)), .number(duration.duration),
                    ])
                }
            }
        }
    }
}

/// The days of merged figures.
enum DailyFigures {
    /// The hour at which a night of sleep begins, on the day before the one that it belongs to.
    private static let evening = 18

    /// Returns the hour at which the days of a category begin; negative for the day before.
    static func anchorHour(_ type: StoreContents.SampleType) -> Int { isNight(type) ? evening - 24 : 0 }

    /// Returns the day of the durations of a category. A night belongs to the day on which it ends.
    static func day(of row: CategoryRow, _ type: StoreContents.SampleType, _ contents: StoreContents) -> DayNumber {
        contents.day(isNight(type) ? row.end : row.start)
    }

    private static func isNight(_ type: StoreContents.SampleType) -> Bool {
        type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
    }
}

/// A civil day.
struct DayNumber {
    /// The number of days since 1970-01-01.
    let number: Int32

    /// The day as `2024-03-10`.
    var text: String { String(TableDate.text(Double(number) * 86_400).prefix(10)) }
}

extension StoreContents {
    /// Returns the day of an instant in the home time zone. Days beyond what the calendar has are the last one.
    func day(_ date: Date) -> DayNumber {
        let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
        let days = (seconds / 86_400).rounded(.down)
        // checked: clamped
        return DayNumber(number: Int32(min(max(days.isNaN ? 0 : days, Double(Int32.min)), Double(Int32.max))))
    }
}
