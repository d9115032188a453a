// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A query of an app for samples.
package struct SampleQuery: Sendable {
    /// The samples of a type that match a predicate.
    package struct Part: Hashable, Sendable {
        package var type: HKSampleType
        package var predicate: PredicateNode

        package init(_ type: HKSampleType, _ predicate: PredicateNode = .constant(true)) {
            self.type = type
            self.predicate = predicate
        }
    }

    /// A sort order of samples.
    package struct Order: Hashable, Sendable {
        /// A sort key of samples.
        package enum Key: String, Hashable, Sendable, CaseIterable {
            case startDate, endDate, quantity, categoryValue, uuid
            case duration, totalDistance, totalEnergyBurned, totalSwimmingStrokeCount, totalFlightsClimbed
        }

        package var key: Key
        package var isAscending: Bool

        package init(_ key: Key, ascending: Bool) {
            self.key = key
            self.isAscending = ascending
        }
    }

    /// The parts of the query; a sample matches if it matches any part.
    package var parts: [Part]
    /// The sort orders by priority; samples that are equal in all of them are sorted by start date and then by time of saving.
    package var order: [Order]
    /// The maximum number of samples; `nil` for all.
    package var limit: Int?

    package init(_ parts: [Part], order: [Order] = [], limit: Int? = nil) {
        self.parts = parts
        self.order = order
        self.limit = limit
    }
}

extension SampleQuery {
    /// The maximum number of samples; nil for no limit, which is also the meaning of zero.
    package var count: Int? { limit.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether the order is descending, if samples are ordered by start date only; nil for other orders.
    package var newestFirst: Bool? {
        guard let first = order.first else { return false }
        return first.key == .startDate && order.count == 1 ? !first.isAscending : nil
    }
}
