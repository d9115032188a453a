// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The figures of a type for an hour, a day or a longer interval, as an app on a phone computed them. It is not a sample.
package struct AggregatedPoint: Sendable, Equatable {
    /// The length of the interval.
    package enum Interval: String, Sendable, CaseIterable {
        case minutes, hours, days, weeks, months, years
        /// A length that the push does not name.
        case unknown
    }

    /// The type identifier.
    package var type: String
    /// The names of the sources as written, joined by `|`; empty if the push names none.
    package var sources: String
    /// The start, in seconds since 1970.
    package var start: Double
    /// The end, in seconds since 1970; the same as ``start`` if it is unknown.
    package var end: Double
    /// The length of the interval.
    package var interval: Interval
    /// The unit as written.
    package var unit: String?
    /// The sum, in the canonical unit of the type.
    package var sum: Double?
    /// The average, in the canonical unit of the type.
    package var average: Double?
    /// The minimum, in the canonical unit of the type.
    package var minimum: Double?
    /// The maximum, in the canonical unit of the type.
    package var maximum: Double?
    /// All other figures as written, such as the hours of the stages of sleep, in the order of the input.
    package var others: [MetadataPair] = []
    /// The JSON pointer of the point.
    package var place: String

    package init(
        type: String, sources: String, start: Double, end: Double, interval: Interval, unit: String? = nil,
        sum: Double? = nil, average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil,
        others: [MetadataPair] = [], place: String
    ) {
        self.type = type
        self.sources = sources
        self.start = start
        self.end = end
        self.interval = interval
        self.unit = unit
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
        self.others = others
        self.place = place
    }
}
