// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// A question about the samples of one quantity type.
public struct StatisticsRequest: Sendable {
    /// The treatment of samples that cross the beginning or the end of the range.
    public enum Boundary: Sendable, Hashable {
        /// They are cut: only what lies within the range counts.
        case clipped
        /// They count whole, as with a predicate of HealthKit that selects the samples which overlap the range. What they
        /// have outside it comes in buckets of its own.
        case wholeSamples
    }

    /// The identifier of the quantity type.
    public var type: String
    /// The beginning of the range; nil where it has none.
    public var from: Date?
    /// The end of the range; nil where it has none.
    public var to: Date?
    /// The buckets; nil for one bucket that takes everything.
    public var buckets: CivilBuckets?
    /// Whether each source's own figures come beside the merged ones.
    public var separateBySource: Bool
    /// Whether samples that name a time zone fall into the buckets of that zone instead of those of ``buckets``.
    public var usesSampleTimeZones: Bool
    /// The treatment of samples that cross the edges of the range.
    public var boundary: Boundary

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
