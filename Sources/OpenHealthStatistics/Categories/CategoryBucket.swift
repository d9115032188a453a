// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The durations of the values of a category in a bucket.
public struct CategoryBucket: Sendable, Hashable {
    /// The number of the bucket in its grid.
    public var index: Int
    /// The reported values in ascending order of their raw values; never empty.
    public var values: [CategoryValueDuration]
    /// The seconds of the bucket that samples cover, which is the sum of the durations of the values.
    public var covered: Double

    /// Creates a bucket from its properties.
    public init(index: Int, values: [CategoryValueDuration], covered: Double) {
        self.index = index
        self.values = values
        self.covered = covered
    }
}
