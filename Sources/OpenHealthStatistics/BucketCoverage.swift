// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The coverage of a bucket by its statistics. Values of partial days or weeks cannot be compared with those of whole ones.
package enum BucketCoverage: Equatable, Sendable {
    /// The bucket is finished, its data are complete, and the range includes all of it.
    case whole
    /// The bucket contains the current time, or the time at which the data of the type end.
    case unfinished
    /// The range begins or ends within the bucket.
    case cut

    /// Creates the coverage of a bucket. All times are in seconds since 1970.
    /// - Parameters:
    ///   - bucket: The bounds of the bucket; its end is exclusive.
    ///   - edges: The start and the end of the range.
    ///   - now: The current time.
    ///   - dataEnd: The time at which the data of the type end, such as the date of their export; `nil` if they extend to the
    ///     current time.
    package init(of bucket: (start: Double, end: Double), edges: [Double], now: Double, dataEnd: Double?) {
        func contains(_ moment: Double) -> Bool { bucket.start <= moment && moment < bucket.end }
        if contains(now) || dataEnd.map(contains) ?? false {
            self = .unfinished
        } else if edges.contains(where: { bucket.start < $0 && $0 < bucket.end }) {
            self = .cut
        } else {
            self = .whole
        }
    }
}
