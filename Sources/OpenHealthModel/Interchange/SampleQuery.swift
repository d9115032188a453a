// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Which samples an app wants.
package struct SampleQuery: Sendable {
    /// Samples of one type that a predicate fits.
    package struct Part: Hashable, Sendable {
        package var type: HKSampleType
        package var predicate: PredicateNode

        package init(_ type: HKSampleType, _ predicate: PredicateNode = .constant(true)) {
            self.type = type
            self.predicate = predicate
        }
    }

    /// An order of samples.
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

    /// The samples of any of these.
    package var parts: [Part]
    /// The first order goes before the second; samples that are equal in all come in the order of start and saving.
    package var order: [Order]
    /// The maximum number; nil for all.
    package var limit: Int?

    package init(_ parts: [Part], order: [Order] = [], limit: Int? = nil) {
        self.parts = parts
        self.order = order
        self.limit = limit
    }
}
