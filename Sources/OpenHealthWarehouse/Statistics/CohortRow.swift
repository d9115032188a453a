// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A row of the answer to a ``CohortQuestion``: one stretch of time of one type, of one participant or of several.
///
/// Participants who have nothing in a stretch are not counted there. Values are in the canonical unit of the type, durations
/// in seconds.
public struct CohortRow: Hashable, Sendable {
    /// The figures of several participants.
    public struct Figures: Hashable, Sendable {
        /// The number of participants with a figure, at least 1.
        public var participants: Int
        /// All figures added up; nil for averages and extremes.
        public var total: Double?
        /// The mean of the figures.
        public var mean: Double
        /// The standard deviation of the figures, of a sample (n - 1); nil for one participant.
        public var deviation: Double?
        /// The percentiles that were asked for, in their order: interpolated between the two nearest figures, in the
        /// manner of numpy and R (type 7 in Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996). Nil for a
        /// percentile with fewer than ``SmallGroups/minimum`` participants below or above it.
        public var percentiles: [Double?]
        /// The step to which the mean, deviation and percentiles are rounded: 1, 2 or 5 times a power of ten, and at least the
        /// amount by which one participant can change the mean. Nil if they are exact, as with a ``SmallGroups/minimum`` of 1.
        public var step: Double?
        /// The step to which the total is rounded, at least the largest figure of a participant; nil if the total is exact.
        public var totalStep: Double?
    }

    /// Whose row it is, and what it says.
    public enum Content: Hashable, Sendable {
        /// A participant's own figure.
        case participant(String, figure: Double)
        /// Several participants' figures.
        case figures(Figures)
        /// Fewer participants than ``SmallGroups/minimum``.
        case tooFew
        /// Enough participants, who are hidden since the group that has too few could be found by subtraction.
        case withheld
    }

    /// The identifier of the type.
    public var type: String
    /// The value of a category that the durations are of; nil for quantities.
    public var value: Int?
    /// The first civil day, not before that of the question; nil for one row in all from the beginning.
    public var firstDay: CohortDay?
    /// The last civil day, not after that of the question; nil for one row in all to the end.
    public var lastDay: CohortDay?
    /// For rows of hours, which hour of the day that begins it is: 0 is the first, however the clocks are changed that day.
    public var hour: Int?
    /// The group; empty for those who are in none, nil where groups were not asked for.
    public var group: String?
    /// The content of the row.
    public var content: Content

    /// The figures of several participants; nil for one's own and where they are hidden.
    public var figures: Figures? {
        if case .figures(let figures) = content { figures } else { nil }
    }

    /// Whether it has been hidden what the row would say.
    public var isHidden: Bool { content == .tooFew || content == .withheld }
}
