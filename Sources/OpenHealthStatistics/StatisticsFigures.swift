// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The statistics of a bucket. All values are in the unit of the samples; times are in seconds.
public struct StatisticsFigures: Sendable, Hashable {
    /// A value with the interval of its measurement.
    public struct Reading: Sendable, Hashable {
        /// The value.
        public var value: Double
        /// The start, in seconds since 1970, UTC.
        public var start: Double
        /// The end, in seconds since 1970, UTC.
        public var end: Double

        /// Creates a reading from its properties.
        public init(value: Double, start: Double, end: Double) {
            self.value = value
            self.start = start
            self.end = end
        }
    }

    /// The number of readings that overlap the bucket: one per sample, unless the sample represents several.
    public var count: Int
    /// The sum, with each moment counted once; `nil` for discrete types.
    public var sum: Double?
    /// The average according to the type's aggregation style; `nil` for cumulative types.
    public var average: Double?
    /// The minimum of the samples; `nil` for cumulative types.
    public var minimum: Double?
    /// The maximum of the samples; `nil` for cumulative types.
    public var maximum: Double?
    /// The sample with the latest end; of several, the one with the latest start, and then the one with the largest value.
    public var mostRecent: Reading
    /// The time in the bucket that samples cover, in seconds.
    public var duration: Double

    /// Creates statistics from their properties.
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
