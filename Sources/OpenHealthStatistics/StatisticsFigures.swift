// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The figures of one bucket. All values are in the unit of the samples; times are seconds.
public struct StatisticsFigures: Sendable, Hashable {
    /// A value and the stretch it was measured over.
    public struct Reading: Sendable, Hashable {
        /// The value.
        public var value: Double
        /// The beginning, in seconds since 1970, UTC.
        public var start: Double
        /// The end, in seconds since 1970, UTC.
        public var end: Double

        /// Creates a reading; see the properties.
        public init(value: Double, start: Double, end: Double) {
            self.value = value
            self.start = start
            self.end = end
        }
    }

    /// The number of readings in the bucket, in whole or in part: one per sample, unless it represents several.
    public var count: Int
    /// The sum, each moment counted once; nil for discrete types.
    public var sum: Double?
    /// The average in the manner of the type; nil for cumulative types.
    public var average: Double?
    /// The smallest value of a sample; nil for cumulative types.
    public var minimum: Double?
    /// The largest value of a sample; nil for cumulative types.
    public var maximum: Double?
    /// The sample that ends last; of several, the one that starts last, and of those the one with the largest value.
    public var mostRecent: Reading
    /// The number of seconds of the bucket that samples cover.
    public var duration: Double

    /// Creates figures; see the properties.
    public init(
        count: Int, sum: Double? = nil, average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil,
        mostRecent: Reading, duration: Double
    ) {
        self.count = count
        self.sum = sum
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
        self.mostRecent = mostRecent
        self.duration = duration
    }
}
