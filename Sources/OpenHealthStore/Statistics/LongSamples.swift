// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

extension StatisticsRequest {
    /// The maximum number of buckets of a result, including those of the sources, which limits the memory.
    static var maximumBuckets: Int { min(1_000_000, StoreWork.current?.maximumBuckets ?? .max) }

    /// The error for too many buckets.
    static var tooManyBuckets: StoreError {
        StoreError(
            .invalidArgument, message: "the result would have more than \(maximumBuckets) buckets",
            remedy: "request longer buckets or a shorter range")
    }

    /// Computes figures by bucket, in a shorter range if a single sample would make it endless.
    ///
    /// A sample that has not ended, or whose dates are wrong, can be in millions of days. Figures of a range without an end that would have
    /// too many buckets end tomorrow, and so do those with an ``LongSamples/endless`` sample. If such a sample remains, as it begins in
    /// another century, figures of a range without a start begin a hundred years ago.
    /// - Parameters:
    ///   - from: The start of the range; nil for no bound.
    ///   - to: The end of the range; nil for no bound.
    ///   - buckets: The buckets, which are not cut; nil for a single bucket.
    ///   - now: The current date.
    ///   - body: Computes the figures of a range.
    package static func limited<Rows>(
        from: Date?, to: Date?, buckets: CivilBuckets?, now: Date = Date(), _ body: (Date?, Date?) throws -> Rows
    ) throws -> Rows {
        func bounds(_ date: Date) -> (start: Date, end: Date) {
            guard let buckets else { return (date, date) }
            let bounds = buckets.bounds(of: buckets.index(containing: date.timeIntervalSince1970))
            return (Date(timeIntervalSince1970: bounds.start), Date(timeIntervalSince1970: bounds.end))
        }
        do {
            return try body(from, to)
        } catch let error as StoreError
            where to == nil && [tooManyBuckets.message, LongSamples.endless.message].contains(error.message)
        {
            let tomorrow = bounds(max(now, from ?? now).addingTimeInterval(86_400)).end
            return try limited(from: from, to: tomorrow, buckets: buckets, now: now, body)
        } catch let error as StoreError where from == nil && error.message == LongSamples.endless.message {
            let first = bounds(min(now, to ?? now).addingTimeInterval(-LongSamples.shortest)).start
            return try body(first, to)
        }
    }

    /// The check of samples that are in too many buckets; nil without buckets.
    var longSamples: LongSamples? {
        buckets.map {
            boundary == .clipped
                ? LongSamples(buckets: $0, from: start, to: end, isClipped: true)
                : LongSamples(buckets: $0, from: -.infinity, to: .infinity, isClipped: false)
        }
    }
}

/// A check of samples that are in too many buckets, before each of these is computed.
///
/// The number of the buckets of a sample follows from its dates. Samples of more than a hundred years have not ended, or have wrong dates.
struct LongSamples {
    private let buckets: CivilBuckets
    /// The range to which samples are clipped, in seconds since 1970; infinite if it has no bound.
    private let from: Double
    private let to: Double
    /// Whether samples are clipped to the range, so that a shorter range has fewer buckets.
    private let isClipped: Bool
    /// The duration in seconds up to which samples need no check.
    private let usual: Double

    /// The duration in seconds beyond which samples can be endless: a hundred years.
    static let shortest = StoreLimits.durations.upperBound
    /// The maximum number of buckets of such a sample in a range without bounds: as many as there are years.
    private static let maximumBuckets = 10_000

    /// The error for a sample that lasts too long for a range without bounds.
    static var endless: StoreError {
        StoreError(
            .invalidArgument,
            message: "a sample of more than a hundred years would be in more than \(maximumBuckets) buckets",
            remedy: "request longer buckets, or a range with a start and an end")
    }

    init(buckets: CivilBuckets, from: Double, to: Double, isClipped: Bool) {
        self.buckets = buckets
        self.from = from
        self.to = to
        self.isClipped = isClipped
        usual = min(Self.shortest, buckets.meanLength * Double(StatisticsRequest.maximumBuckets / 2))
    }

    /// Checks a sample.
    /// - Throws: ``StatisticsRequest/tooManyBuckets`` or ``endless``.
    @inline(__always)
    func check(start: Double, end: Double) throws {
        if end - start > usual { try checkLong(start: max(start, from), end: min(end, to)) }
    }

    private func checkLong(start: Double, end: Double) throws {
        guard end - start > usual else { return }
        let count = buckets.index(containing: end) - buckets.index(containing: start)
        if count > StatisticsRequest.maximumBuckets { throw StatisticsRequest.tooManyBuckets }
        let isUnbounded = from == -.infinity || to == .infinity
        if isClipped, isUnbounded, end - start > Self.shortest, count > Self.maximumBuckets { throw Self.endless }
    }
}
