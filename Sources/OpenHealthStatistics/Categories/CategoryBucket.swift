// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The durations of the values of a category in one bucket.
public struct CategoryBucket: Sendable, Hashable {
    /// The number of the bucket in its grid.
    public var index: Int
    /// The values that were reported, from the least raw value to the greatest; never empty.
    public var values: [CategoryValueDuration]
    /// The seconds of the bucket that samples cover: what the durations of the values add up to.
    public var covered: Double

    /// Creates a bucket; see the properties.
    public init(index: Int, values: [CategoryValueDuration], covered: Double) {
        self.index = index
        self.values = values
        self.covered = covered
    }
}
