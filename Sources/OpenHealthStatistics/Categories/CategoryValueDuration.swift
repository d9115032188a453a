// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The duration of a category value in a bucket.
public struct CategoryValueDuration: Sendable, Hashable {
    /// The raw value of the category.
    public var value: Int
    /// The seconds that belong to this value alone. Each moment belongs to one value, so the durations of all values add up to
    /// the
    /// covered time.
    public var duration: Double
    /// The seconds that samples of this value cover, each counted once, regardless of samples with other values.
    /// Never less than ``duration``.
    public var reported: Double
    /// The number of samples of this value that overlap the bucket, without exact duplicates.
    public var count: Int

    /// Creates a duration from its properties.
    public init(value: Int, duration: Double, reported: Double, count: Int) {
        self.value = value
        self.duration = duration
        self.reported = reported
        self.count = count
    }
}
