// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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
