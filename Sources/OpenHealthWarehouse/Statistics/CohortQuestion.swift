// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query of the quantities and categories of a cohort's participants.
public struct CohortQuestion: Hashable, Sendable {
    /// The length of a bucket. Days and longer units are civil days in each participant's home time zone; weeks begin on Monday.
    public enum Length: String, CaseIterable, Hashable, Sendable {
        /// An hour of elapsed time, counted from the midnight at the start of ``CohortQuestion/from``.
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

extension CohortQuestion {
    /// The maximum number of percentiles.
    private static let maximumPercentiles = 100

    /// Validates the query, and returns its types.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the query is invalid.
    package func check() throws -> [HealthTypeDescription] {
        if let from, let to, to < from {
            throw WarehouseError(
                .invalidArgument, "the range ends on \(to), before it begins on \(from)",
                remedy: "swap the two days")
        }
        guard percentiles.isEmpty || grouping != .participant else {
            throw WarehouseError(
                .invalidArgument, "percentiles are between participants, and each of them has one figure in a row",
                remedy: "ask by group or for all, or leave the percentiles out")
        }
        guard percentiles.count <= Self.maximumPercentiles, percentiles.allSatisfy((0...100).contains) else {
            throw WarehouseError(
                .invalidArgument, "a percentile must be from 0 to 100, and there can be \(Self.maximumPercentiles)",
                remedy: "give some such as 5, 50 and 95")
        }
        guard !types.isEmpty else {
            throw WarehouseError(.invalidArgument, "no type was asked for", remedy: "name one, such as stepCount")
        }
        return try types.map(described)
    }

    /// Returns the function for a type: the requested one, or the default.
    package func function(for type: HealthTypeDescription) -> Function {
        if let function { return function }
        return type.kind == .category ? .duration : type.aggregationStyle == .cumulative ? .sum : .average
    }

    private func described(_ identifier: String) throws -> HealthTypeDescription {
        guard let type = HealthTypes.named(identifier) else {
            throw WarehouseError(
                .invalidArgument, "no type is called \(identifier.debugDescription)",
                remedy: "give the identifier of a quantity or a category, such as HKQuantityTypeIdentifierStepCount")
        }
        switch type.kind {
        case .quantity: try checkQuantity(type)
        case .category: try checkCategory(type)
        default:
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) has no statistics, since it is neither a quantity nor a category",
                remedy: "ask for a type such as stepCount, heartRate or sleepAnalysis")
        }
        return type
    }

    private func checkQuantity(_ type: HealthTypeDescription) throws {
        let isCumulative = type.aggregationStyle == .cumulative
        switch function(for: type) {
        case .average, .minimum, .maximum:
            guard isCumulative else { return }
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) adds up over time and has no average, minimum or maximum",
                remedy: "ask for the sum, the duration or the count; the mean over participants comes with each")
        case .sum:
            guard !isCumulative else { return }
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is measured at moments and does not add up, so it has no sum",
                remedy: "ask for the average, the minimum, the maximum, the duration or the count")
        case .reported:
            throw WarehouseError(
                .invalidArgument,
                "only categories have durations that were reported, and \(type.swiftName) is a quantity",
                remedy: "ask for the duration")
        case .count, .duration: break
        }
    }

    private func checkCategory(_ type: HealthTypeDescription) throws {
        guard [.duration, .reported].contains(function(for: type)) else {
            throw WarehouseError(
                .invalidArgument,
                "\(type.swiftName) is a category, of which the cluster has only the durations of its values",
                remedy: "ask for the duration or the reported duration; `health cohort symptoms` counts days")
        }
        guard every != .hour else {
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is a category, of which the cluster has days but not hours",
                remedy: "ask for days or longer rows")
        }
        // A month of nights differs from the month from midnight to midnight of `health statistics`.
        if type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue, every != .day, every != .week {
            throw WarehouseError(
                .invalidArgument, "\(type.swiftName) is kept by nights, which make up days and weeks and nothing else",
                remedy: "ask for days or weeks")
        }
    }
}
