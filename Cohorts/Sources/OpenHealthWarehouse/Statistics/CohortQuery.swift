// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query of the quantities and categories of a cohort's participants.
public struct CohortQuery: Hashable, Sendable {
    /// The length of a bucket. Days and longer units are civil days in each participant's home time zone; weeks begin on Monday.
    public enum Length: String, CaseIterable, Hashable, Sendable {
        /// An hour of elapsed time, counted from the midnight at the start of ``CohortQuery/from``.
        case hour
        /// A civil day; for sleep, the night that ends on it.
        case day
        /// Seven days from Monday; for sleep, the seven nights that end on them.
        case week
        /// A month of the Gregorian calendar.
        case month
        /// Three months that begin in January, April, July or October.
        case quarter
        /// A year of the Gregorian calendar.
        case year
    }

    /// The participants of a row.
    public enum Grouping: String, CaseIterable, Hashable, Sendable {
        /// A single participant, with the same figure that `health statistics` computes from their store.
        case participant
        /// The participants of a group (``CohortRow/group``).
        case group
        /// All participants.
        case all
    }

    /// The function of each participant's samples in a row.
    public enum Function: String, CaseIterable, Hashable, Sendable {
        /// The sum, with each moment counted once, for cumulative quantities.
        case sum
        /// The average according to the aggregation style, for other quantities.
        case average
        /// The minimum value of a sample, for quantities that aren't cumulative.
        case minimum
        /// The maximum value of a sample, for quantities that aren't cumulative.
        case maximum
        /// The number of readings, for quantities.
        case count
        /// The seconds that samples cover; for categories, the seconds that are attributed to each value.
        case duration
        /// The seconds that were reported for each value, regardless of other values, for categories.
        case reported

        /// Whether the figures of participants can be added up to a meaningful total.
        public var addsUp: Bool {
            switch self {
            case .sum, .count, .duration, .reported: true
            case .average, .minimum, .maximum: false
            }
        }
    }

    /// The identifiers of the types, such as `HKQuantityTypeIdentifierStepCount`.
    public var types: [String]
    /// The length of buckets; nil for a single bucket.
    public var every: Length?
    /// The first civil day; nil for no bound.
    public var from: CohortDay?
    /// The last civil day; nil for no bound.
    public var to: CohortDay?
    /// The participants of a row.
    public var grouping: Grouping
    /// The function; nil for the default of each type: the sum, the average, or the duration of each value.
    public var function: Function?
    /// The requested percentiles of the participants' figures, from 0 to 100.
    public var percentiles: [Double]
    /// The rule for hidden groups. It doesn't apply to queries by participant.
    public var smallGroups: SmallGroups

    /// Creates a query; see the properties.
    public init(
        types: [String], every: Length? = nil, from: CohortDay? = nil, to: CohortDay? = nil,
        grouping: Grouping = .all, function: Function? = nil, percentiles: [Double] = [],
        smallGroups: SmallGroups = .standard
    ) {
        self.types = types
        self.every = every
        self.from = from
        self.to = to
        self.grouping = grouping
        self.function = function
        self.percentiles = percentiles
        self.smallGroups = smallGroups
    }
}
