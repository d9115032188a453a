// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The durations of the values of a category in one interval.
package struct CategoryStatisticsJSON: JSONRepresentable {
    /// The duration of one value.
    package struct Row: JSONRepresentable {
        /// The raw value.
        package var value: Int
        /// The seconds that are assigned only to the value.
        package var duration: Double
        /// The seconds that samples of the value cover.
        package var reported: Double
        package var samples: Int

        package init(value: Int, duration: Double, reported: Double, samples: Int) {
            self.value = value
            self.duration = duration
            self.reported = reported
            self.samples = samples
        }

        package static let format = JSONFormat<Row>.object(
            .required("value", \.value, .integer().described("The raw value.")),
            .required("duration", \.duration, .number.described("The seconds that belong to the value alone.")),
            .required(
                "reported", \.reported,
                .number.described("The seconds that samples of the value cover, whatever other samples report.")),
            .required("samples", \.samples, .integer(0...Int.max))
        ) { Row(value: $0, duration: $1, reported: $2, samples: $3) }
    }

    package var start: Date
    package var end: Date
    /// The seconds that samples cover.
    package var covered: Double
    /// The seconds of all values that represent sleep; nil for other types.
    package var asleep: Double?
    package var values: [Row]
    /// Whether the interval is incomplete.
    package var isPartial = false

    package init(start: Date, end: Date, covered: Double, asleep: Double?, values: [Row], isPartial: Bool) {
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
        .required("values", \.values, .array(of: Row.format)),
        .optional("partial", \.isPartial, .bool.schema(StatisticsJSON.partial), default: false)
    ) { start, end, covered, asleep, values, isPartial in
        CategoryStatisticsJSON(
            start: start, end: end, covered: covered, asleep: asleep, values: values, isPartial: isPartial)
    }
}
