// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

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
