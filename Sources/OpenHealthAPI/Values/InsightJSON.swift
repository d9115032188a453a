// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthInsights
import OpenHealthModel

extension JSONFormat where Value == Int {
    /// The format of a civil day, such as 2026-03-14, as the number of days since 1970-01-01.
    package static var civilDay: JSONFormat {
        JSONFormat(.string(format: "date")) { number in
            let (year, month, day) = CivilDay.date(number)
            func digits(_ number: Int, _ count: Int) -> String {
                let text = String(number)
                return String(repeating: "0", count: max(count - text.count, 0)) + text
            }
            return .string("\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))")
        } decode: { (json) throws(Problem) in
            guard let parts = DayText.day(try json.string()), let year = parts.year,
                let month = parts.month, let day = parts.day
            else { throw json.problem("Expected a day such as 2026-03-14.") }
            return CivilDay.number(year: year, month: month, day: day)
        }
    }
}

extension Insight.Period: JSONRepresentable {
    package static let format = JSONFormat<Insight.Period>.object(
        .required("firstDay", \.firstDay, .civilDay), .required("lastDay", \.lastDay, .civilDay),
        .required(
            "count", \.count, .integer(0...Int.max).described("The number of days with data; of trends, of weeks."))
    ) { Insight.Period(firstDay: $0, lastDay: $1, count: $2) }
}

extension Insight.Before: JSONRepresentable {
    package static let format = JSONFormat<Insight.Before>.object(
        .required("period", \.period, Insight.Period.format), .required("value", \.value, .number)
    ) { Insight.Before(period: $0, value: $1) }
}

extension Insight.Bounds: JSONRepresentable {
    package static let format = JSONFormat<Insight.Bounds>.object(
        .required("low", \.low, .number), .required("high", \.high, .number)
    ) { Insight.Bounds(low: $0, high: $1) }
}

extension Insight.Level: JSONRepresentable {
    package static let format = JSONFormat<Insight.Level>.object(
        .required("table", \.table, .string), .required("level", \.level, .string)
    ) { Insight.Level(table: $0, level: $1) }
}

extension Insight.Slope: JSONRepresentable {
    package static let format = JSONFormat<Insight.Slope>.object(
        .required("value", \.value, .number.described("The change from week to week.")),
        .required("interval", \.interval, Insight.Bounds.format)
    ) { Insight.Slope(value: $0, interval: $1) }
}

extension Insight.Sleep: JSONRepresentable {
    package static let format = JSONFormat<Insight.Sleep>.object(
        .required(
            "onset", \.onset, .number.described("The mean time at which sleep begins, in seconds from midnight.")),
        .required("onsetDeviation", \.onsetDeviation, .number.described("Its standard deviation, in seconds.")),
        .required("wake", \.wake, .number.described("The mean time at which sleep ends, in seconds from midnight.")),
        .required("wakeDeviation", \.wakeDeviation, .number.described("Its standard deviation, in seconds.")),
        .optional(
            "regularity", \.regularity,
            .number.described("The Sleep Regularity Index: 100 for equal times on all days.")
        ),
        .optional(
            "weekendShift", \.weekendShift,
            .number.described("The seconds by which the middle of sleep is later at weekends.")),
        .required(
            "missing", \.missing, .number.described("The seconds by which the last 14 nights are short of the goal.")),
        .required("missingNights", \.missingNights, .integer(0...Int.max).described("How many of these have data."))
    ) {
        Insight.Sleep(
            onset: $0, onsetDeviation: $1, wake: $2, wakeDeviation: $3, regularity: $4, weekendShift: $5, missing: $6,
            missingNights: $7)
    }
}

extension Insight: JSONRepresentable {
    package static let format = JSONFormat<Insight>.object(
        named: "Insight", about: "A statement about the daily values of one type.",
        .required("kind", \.kind, .one(of: Kind.allCases.map { ($0.rawValue, $0) })),
        .required("type", \.type, .string().schema(.named("TypeName"))),
        .required("unit", \.unit, .string.described("The unit of the figures; s for sleep.")),
        .required("highlight", \.isHighlight, .bool.described("Whether it is one of the highlights.")),
        .required("period", \.period, Period.format),
        .required(
            "value", \.value,
            .number.described("The figure of the period: an average, a day's value, or the length of a streak.")),
        .optional("secondValue", \.secondValue, .number.described("The diastolic pressure.")),
        .optional("before", \.before, Before.format),
        .optional(
            "interval", \.interval,
            Bounds.format.described("The 95 % confidence interval of the difference, or the usual range.")),
        .optional("outlier", \.isOutlier, .bool.described("Whether the day is outside three deviations.")),
        .optional(
            "start", \.start,
            Period.format.described(
                "The weeks in which the new level of a trend can have begun, which the test cannot tell apart.")),
        .optional("shape", \.shape, .one(of: SustainedChange.Shape.allCases.map { ($0.rawValue, $0.rawValue) })),
        .optional("slope", \.slope, Slope.format), .optional("goal", \.goal, .number),
        .optional("longest", \.longest, .integer(0...Int.max).described("The days of the longest streak.")),
        .optional("levels", \.levels, .array(of: Level.format), default: []),
        .optional("sleep", \.sleep, Sleep.format)
    ) {
        kind, type, unit, isHighlight, period, value, second, before, interval, isOutlier, start, shape, slope, goal,
        longest, levels, sleep in
        var insight = Insight(
            kind: kind, type: type, unit: unit, isHighlight: isHighlight, period: period, value: value,
            secondValue: second, before: before, interval: interval, isOutlier: isOutlier, shape: shape, slope: slope,
            goal: goal, longest: longest, levels: levels, sleep: sleep)
        insight.start = start
        return insight
    }
}

extension UsualRanges.Day: JSONRepresentable {
    package static let format = JSONFormat<UsualRanges.Day>.object(
        .required("day", \.day, .civilDay),
        .optional("value", \.value, .number.described("The figure of the day.")),
        .optional(
            "partial", \.isPartial, .bool.described("Whether the day is not over, so that its figure is not final."),
            default: false),
        .optional(
            "zoneChange", \.isZoneChange,
            .bool.described(
                "Whether the person's time zone changed on the day or beside it, so that it is not judged."),
            default: false),
        .optional("median", \.median, .number.described("The median of the 60 days before.")),
        .optional("range", \.range, Insight.Bounds.format.described("The usual range.")),
        .optional("outlier", \.isOutlier, .bool.described("Whether the figure is outside three deviations."))
    ) {
        UsualRanges.Day(
            day: $0, value: $1, isPartial: $2, isZoneChange: $3, median: $4, range: $5, isOutlier: $6)
    }
}

extension UsualRanges: JSONRepresentable {
    package static let format = JSONFormat<UsualRanges>.object(
        named: "UsualRanges", about: "The usual range of a type on each day, from the days before.",
        .required("type", \.type, .string().schema(.named("TypeName"))),
        .required("unit", \.unit, .string.described("The unit of the figures.")),
        .required(
            "days", \.days,
            .array(of: Day.format).described("The days with a figure or a range, in order."))
    ) { UsualRanges(type: $0, unit: $1, days: $2) }
}

/// The correlation of the daily figures of two types on the wire.
package struct DailyCorrelationJSON: JSONRepresentable {
    /// The identifiers of the types.
    package var type: String
    package var other: String
    /// The number of days by which the other type is later.
    package var lag: Int
    /// The number of days with both figures.
    package var days: Int
    /// The rank correlation; nil with too few days.
    package var coefficient: Double?
    /// Its 95 % confidence interval.
    package var interval: Insight.Bounds?

    package init(
        type: String, other: String, lag: Int, days: Int, coefficient: Double?, interval: Insight.Bounds?
    ) {
        self.type = type
        self.other = other
        self.lag = lag
        self.days = days
        self.coefficient = coefficient
        self.interval = interval
    }

    /// Creates the response for a correlation; nil if there is none.
    package init(type: String, other: String, lag: Int, _ correlation: DailyCorrelation?) {
        self.init(
            type: type, other: other, lag: lag, days: correlation?.count ?? 0, coefficient: correlation?.coefficient,
            interval: correlation.map {
                Insight.Bounds(low: $0.interval.lowerBound, high: $0.interval.upperBound)
            })
    }

    package static let format = JSONFormat<DailyCorrelationJSON>.object(
        named: "DailyCorrelation",
        about: "The rank correlation of the daily figures of two types in the last year. It is never a cause.",
        .required("type", \.type, .string().schema(.named("TypeName"))),
        .required("other", \.other, .string().schema(.named("TypeName"))),
        .required("lag", \.lag, .integer(0...7).described("The number of days by which the other type is later.")),
        .required("days", \.days, .integer(0...Int.max).described("The number of days with both figures.")),
        .optional(
            "coefficient", \.coefficient,
            .number.described("From -1 to 1; omitted with fewer than 14 days, or if one figure is always the same.")),
        .optional("interval", \.interval, Insight.Bounds.format.described("The 95 % confidence interval."))
    ) {
        DailyCorrelationJSON(type: $0, other: $1, lag: $2, days: $3, coefficient: $4, interval: $5)
    }
}
