// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel

/// The locations of a route, for `await`.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The route.
    public var workoutRoute: HKWorkoutRoute

    /// Creates a query for the locations of a route.
    public init(_ workoutRoute: HKWorkoutRoute) {
        self.workoutRoute = workoutRoute
    }

    /// The locations, in the order of their time. They are read as they are asked for.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(route: workoutRoute.uuid, store: healthStore)
    }

    /// The locations of a route.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = CLLocation

        let route: UUID
        let store: HKHealthStore

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator {
            Iterator(reader: PageReader(store, from: nil, read: HKWorkoutRouteQuery.read(route)))
        }

        /// Gives locations one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Int?, CLLocation>

            /// The next location; nil after the last one.
            /// - Throws: an `HKError`, `errorNoData` where the route is not there.
            public mutating func next() async throws -> CLLocation? {
                try await reader.next()
            }
        }
    }
}
