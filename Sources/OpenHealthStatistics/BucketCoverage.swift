// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Whether statistics of a bucket cover all of it. Figures of parts cannot be compared with those of whole days or weeks.
package enum BucketCoverage: Equatable, Sendable {
    /// The bucket is over, its data are complete, and all of it counts.
    case whole
    /// The bucket contains the present moment, or the moment at which the data of the type end.
    case unfinished
    /// The range begins or ends within the bucket.
    case cut

    /// Creates the coverage of a bucket. All moments are in seconds since 1970.
    /// - Parameters:
    ///   - bucket: the whole bucket; its end is not part of it.
    ///   - edges: the beginnings and ends of the range that counts.
    ///   - now: the present moment.
    ///   - dataEnd: the moment at which the data of the type end, such as the date of the export that they come from; nil if
    ///     they go on to the present moment.
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
