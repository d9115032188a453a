// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A row of the result of a ``CohortQuery``: one bucket of one type, for one or several participants.
///
/// Participants without data in a bucket aren't counted. Values are in the canonical unit of the type, and durations are in
/// seconds.
public struct CohortRow: Hashable, Sendable {
    /// The statistics of several participants.
    public struct Figures: Hashable, Sendable {
        /// The number of participants with a figure, at least 1.
        public var participants: Int
        /// The sum of all figures; nil for averages, minima and maxima.
        public var total: Double?
        /// The mean of the figures.
        public var mean: Double
        /// The sample standard deviation of the figures (n - 1); nil for one participant.
        public var deviation: Double?
        /// The requested percentiles, in the same order: interpolated between the two nearest figures, as in numpy and R (type 7
        /// in Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996). Nil for a percentile with fewer than
        /// ``SmallGroups/minimum`` participants below or above it.
        public var percentiles: [Double?]
        /// The step to which the mean, deviation and percentiles are rounded: 1, 2 or 5 times a power of ten, and at least the
        /// amount by which one participant can change the mean. Nil if they are exact, as with a ``SmallGroups/minimum`` of 1.
        public var step: Double?
        /// The step to which the total is rounded, at least the largest figure of a participant; nil if the total is exact.
        public var totalStep: Double?
    }

    /// The content of a row.
    public enum Content: Hashable, Sendable {
        /// The figure of one participant.
        case participant(String, figure: Double)
        /// The statistics of several participants.
        case figures(Figures)
        /// There are fewer participants than ``SmallGroups/minimum``.
        case tooFew
        /// There are enough participants, but the row is hidden because a group that is too small could be computed by
        /// subtraction.
        case withheld
    }

    /// The identifier of the type.
    public var type: String
    /// The value of a category; nil for quantities.
    public var value: Int?
    /// The first civil day of the bucket in the range; nil for a single bucket without a lower bound.
    public var firstDay: CohortDay?
    /// The last civil day of the bucket in the range; nil for a single bucket without an upper bound.
    public var lastDay: CohortDay?
    /// For hours, the number of the hour since the start of the day: 0 is the first hour, regardless of daylight saving time.
    public var hour: Int?
    /// The group; empty for participants without a group, nil if groups weren't requested.
    public var group: String?
    /// The content of the row.
    public var content: Content

    /// The statistics of several participants; nil for a single participant and for hidden rows.
    public var figures: Figures? {
        if case .figures(let figures) = content { figures } else { nil }
    }

    /// Whether the row is hidden.
    public var isHidden: Bool { content == .tooFew || content == .withheld }
}
