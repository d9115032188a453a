// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A question about the quantities and categories of a cohort's participants.
public struct CohortQuestion: Hashable, Sendable {
    /// The length of a row. Days and longer units are civil days of each participant's home zone, weeks from Monday.
    public enum Length: String, CaseIterable, Hashable, Sendable {
        /// An hour that passes, counted from the midnight that ``CohortQuestion/from`` begins with.
        case hour
        /// A civil day; of sleep the night that ends on it.
        case day
        /// Seven days from Monday; of sleep the seven nights that end on them.
        case week
        /// A month of the Gregorian calendar.
        case month
        /// Three months from January, April, July or October.
        case quarter
        /// A year of the Gregorian calendar.
        case year
    }

    /// Whose figures come together in a row.
    public enum Grouping: String, CaseIterable, Hashable, Sendable {
        /// Each participant has rows of their own: their own figure, as `health statistics` gives it of their store.
        case participant
        /// The participants of a group (``CohortRow/group``).
        case group
        /// All participants.
        case all
    }

    /// The function of each participant's samples in a row.
    public enum Function: String, CaseIterable, Hashable, Sendable {
        /// The sum, each moment counted once; of quantities that add up.
        case sum
        /// The average in the manner of the type; of quantities that do not add up.
        case average
        /// The smallest value of a sample; of quantities that do not add up.
        case minimum
        /// The largest value of a sample; of quantities that do not add up.
        case maximum
        /// The number of readings, of quantities.
        case count
        /// The seconds that samples cover; of categories those that belong to each value alone.
        case duration
        /// Of categories the seconds that were reported of each value, whatever else was said of the same time.
        case reported

        /// Whether figures of the function add up over participants, so that a total means something.
        public var addsUp: Bool {
            switch self {
            case .sum, .count, .duration, .reported: true
            case .average, .minimum, .maximum: false
            }
        }
    }

    /// The identifiers of the types, such as `HKQuantityTypeIdentifierStepCount`.
    public var types: [String]
    /// The length of rows; nil for a single row.
    public var every: Length?
    /// The first civil day; nil from the beginning.
    public var from: CohortDay?
    /// The last civil day; nil to the end.
    public var to: CohortDay?
    /// Whose figures come together.
    public var grouping: Grouping
    /// The function; nil for the default of each type: the sum, the average, or the duration of each value.
    public var function: Function?
    /// Which percentiles of the participants' figures are wanted, from 0 to 100.
    public var percentiles: [Double]
    /// Which groups are hidden. It does not touch questions by participant.
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
