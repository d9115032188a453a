// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights

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

    /// Creates the answer for a correlation; nil if there is none.
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
