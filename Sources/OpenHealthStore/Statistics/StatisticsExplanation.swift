// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStatistics

/// How a sum came about: which source counted in which stretch, and what was left out.
///
/// The amounts of the stretches add up to the total.
public struct StatisticsExplanation: Sendable, Hashable {
    /// A stretch of time in which one source counted.
    public struct Stretch: Sendable, Hashable {
        /// The beginning.
        public var from: Date
        /// The end; the same as ``from`` for what has no duration.
        public var to: Date
        /// The source that counted.
        public var source: StatisticsSource
        /// The amount that it counted in the interval.
        public var amount: Double
        /// The number of its samples in the interval, in whole or in part.
        public var samples: Int
        /// The amounts that were left out in the interval.
        public var leftOut: [LeftOut]

        /// Creates an interval; see the properties.
        public init(
            from: Date, to: Date, source: StatisticsSource, amount: Double, samples: Int, leftOut: [LeftOut] = []
        ) {
            self.from = from
            self.to = to
            self.source = source
            self.amount = amount
            self.samples = samples
            self.leftOut = leftOut
        }
    }

    /// An amount that did not count in an interval.
    public struct LeftOut: Sendable, Hashable {
        /// Why something did not count.
        public enum Reason: Sendable, Hashable {
            /// A source that ranks better has data for the same time.
            case betterSource(StatisticsSource)
            /// The same source says the same of the same stretch again.
            case reportedTwice
        }

        /// The source that did not count.
        public var source: StatisticsSource
        /// The amount that it would have counted.
        public var amount: Double
        /// The number of its samples in the interval, in whole or in part.
        public var samples: Int
        /// Why it did not count.
        public var reason: Reason

        /// Creates an amount that was left out; see the properties.
        public init(source: StatisticsSource, amount: Double, samples: Int, reason: Reason) {
            self.source = source
            self.amount = amount
            self.samples = samples
            self.reason = reason
        }
    }

    /// The sources in the order in which they count.
    public var order: [RankedSource]
    /// The sum, as ``HealthDatabase/statistics(_:)`` gives it.
    public var total: Double
    /// The unit of all amounts.
    public var unit: String
    /// The stretches in order.
    public var stretches: [Stretch]

    /// Creates an explanation; see the properties.
    public init(order: [RankedSource], total: Double, unit: String, stretches: [Stretch]) {
        self.order = order
        self.total = total
        self.unit = unit
        self.stretches = stretches
    }
}
