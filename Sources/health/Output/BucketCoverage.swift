// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether a row of statistics covers its whole bucket. Figures of parts cannot be compared with those of whole days or weeks.
enum BucketCoverage: Equatable {
    /// The bucket is over, and all of it counts.
    case whole
    /// The bucket contains the present moment.
    case unfinished
    /// The range begins or ends within the bucket.
    case cut

    /// Creates the coverage of a bucket.
    /// - Parameters:
    ///   - bucket: the whole bucket.
    ///   - bounds: the range that counts.
    init(of bucket: DateSpan, in bounds: (from: Date?, to: Date?), now: Date) {
        func isInside(_ date: Date?) -> Bool { date.map { bucket.start < $0 && $0 < bucket.end } ?? false }
        if bucket.start <= now, now < bucket.end {
            self = .unfinished
        } else {
            self = isInside(bounds.from) || isInside(bounds.to) ? .cut : .whole
        }
    }

    /// The note behind the beginning of a row, for people.
    var note: String {
        switch self {
        case .whole: ""
        case .unfinished: " (so far)"
        case .cut: " (part)"
        }
    }
}
