// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// An explanation of a sum: the source that counted in each interval, and the amounts that were skipped.
///
/// The sum of the amounts of all intervals is the total. An interval with the amount 0 and no samples only lists skipped amounts of
/// its time. A figure of an hour, a day or a longer interval that a phone pushed is an
/// interval without samples; its source has a negative number, and a name that says so.
public struct StatisticsExplanation: Sendable, Hashable {
    /// An interval in which one source counted.
    public struct Stretch: Sendable, Hashable {
        /// The start of the interval.
        public var from: Date
        /// The end of the interval; equal to ``from`` for instants.
        public var to: Date
        /// The source that counted.
        public var source: StatisticsSource
        /// The amount that the source counted in the interval.
        public var amount: Double
        /// The number of samples of the source that overlap the interval.
        public var samples: Int
        /// The amounts that were skipped in the interval.
        public var leftOut: [LeftOut] = []
    }

    /// An amount that did not count in an interval.
    public struct LeftOut: Sendable, Hashable {
        /// The reason for skipping an amount.
        public enum Reason: Sendable, Hashable {
            /// A source with higher priority has data for the same time.
            case betterSource(StatisticsSource)
            /// The same source has another sample with the same dates and value.
            case reportedTwice
            /// The samples lack properties because a push brought them, and complete samples of the same source, which an import or
            /// another app brought, overlap them.
            case betterInformed
        }

        /// The source that did not count.
        public var source: StatisticsSource
        /// The amount that the source would have counted.
        public var amount: Double
        /// The number of samples of the source that overlap the interval.
        public var samples: Int
        /// The reason.
        public var reason: Reason
    }

    /// The sources in order of priority.
    public var order: [RankedSource]
    /// The sum, as returned by ``HealthDatabase/statistics(_:)``.
    public var total: Double
    /// The unit of all amounts.
    public var unit: String
    /// The intervals, in order.
    public var stretches: [Stretch]

    /// Creates an explanation; see the properties.
    public init(order: [RankedSource], total: Double, unit: String, stretches: [Stretch]) {
        self.order = order
        self.total = total
        self.unit = unit
        self.stretches = stretches
    }
}
