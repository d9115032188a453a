// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// A request for statistics of the samples of one quantity type.
public struct StatisticsRequest: Sendable {
    /// The treatment of samples that cross the start or end of the range.
    public enum Boundary: Sendable, Hashable {
        /// Samples are clipped: only the part within the range counts.
        case clipped
        /// Samples count as a whole, as with a HealthKit predicate that matches samples overlapping the range. Their parts
        /// outside the range are in additional buckets.
        case wholeSamples
    }

    /// The identifier of the quantity type.
    public var type: String
    /// The start of the range; nil for no bound.
    public var from: Date?
    /// The end of the range; nil for no bound.
    public var to: Date?
    /// The buckets; nil for a single bucket.
    public var buckets: CivilBuckets?
    /// Whether the result contains the statistics of each source besides the merged ones.
    public var separateBySource: Bool
    /// Whether samples with a time zone are assigned to buckets in their time zone instead of that of ``buckets``.
    public var usesSampleTimeZones: Bool
    /// The treatment of samples that cross the edges of the range.
    public var boundary: Boundary

    /// Whether the samples of copies of workouts count, as for apps that don't see the workouts.
    package var countsCopies = false

    /// Creates a request; see the properties.
    public init(
        type: String, from: Date? = nil, to: Date? = nil, buckets: CivilBuckets? = nil, separateBySource: Bool = false,
        usesSampleTimeZones: Bool = false, boundary: Boundary = .clipped
    ) {
        self.type = type
        self.from = from
        self.to = to
        self.buckets = buckets
        self.separateBySource = separateBySource
        self.usesSampleTimeZones = usesSampleTimeZones
        self.boundary = boundary
    }
}

extension StatisticsRequest {
    /// The start of the range in seconds since 1970; infinite without a bound.
    package var start: Double { from?.timeIntervalSince1970 ?? -.infinity }
    /// The end of the range in seconds since 1970; infinite without a bound.
    package var end: Double { to?.timeIntervalSince1970 ?? .infinity }

    /// The quantity type.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a quantity type.
    package var quantityType: HKQuantityType {
        get throws {
            guard let description = HealthTypes.named(type) else {
                throw StoreError(
                    .invalidArgument, message: "no type is called \(type.debugDescription)",
                    remedy: "give the identifier of a quantity type, such as HKQuantityTypeIdentifierStepCount")
            }
            guard description.kind == .quantity else {
                throw StoreError(
                    .invalidArgument, message: "\(type) is not a quantity type, so it has no sums and averages",
                    remedy: description.kind == .category
                        ? "request the durations of its values" : "list its samples instead")
            }
            return HKQuantityType(HKQuantityTypeIdentifier(rawValue: type))
        }
    }

    /// The aggregation style of the type.
    var style: HKQuantityAggregationStyle { get throws { try quantityType.aggregationStyle } }

    /// Checks the request.
    /// - Throws: A ``StoreError``: `invalidArgument` if the type isn't a quantity type or the range ends before it begins.
    package func check() throws {
        _ = try quantityType
        guard start <= end else {
            throw StoreError(
                .invalidArgument, message: "the range ends before it begins",
                remedy: "swap the two dates")
        }
    }

    /// The buckets, without regard to the range.
    package var grid: any BucketGrid { buckets ?? SingleBucket() as any BucketGrid }

    /// Whether only samples that begin in a bucket count in it.
    var countsWholeSamples: Bool { DayFigures.countsWholeSamples(of: type, in: buckets) }

    /// The buckets, clipped to the range.
    var clippedGrid: ClippedGrid { ClippedGrid(grid, start: start, end: end) }

    /// The buckets in which samples count.
    var countedGrid: any BucketGrid { boundary == .clipped ? clippedGrid : grid }
}
