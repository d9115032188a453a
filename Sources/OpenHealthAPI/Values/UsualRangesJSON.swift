// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights

extension UsualRanges.Day: JSONRepresentable {
    package static let format = JSONFormat<UsualRanges.Day>.object(
        .required("day", \.day, .civilDay),
        .optional("value", \.value, .number.described("The figure of the day.")),
        .optional(
            "partial", \.isPartial, .bool.described("Whether the day is not over, so that its figure is not final."),
            default: false),
        .optional("median", \.median, .number.described("The median of the 60 days before.")),
        .optional("range", \.range, Insight.Bounds.format.described("The usual range.")),
        .optional("outlier", \.isOutlier, .bool.described("Whether the figure is outside three deviations."))
    ) {
        UsualRanges.Day(day: $0, value: $1, isPartial: $2, median: $3, range: $4, isOutlier: $5)
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
