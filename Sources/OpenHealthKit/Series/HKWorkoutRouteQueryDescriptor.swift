// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import OpenHealthModel

/// A query for the locations of a workout route with a sequence of results.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The route.
    public var workoutRoute: HKWorkoutRoute

    /// Creates a query for the locations of a route.
    public init(_ workoutRoute: HKWorkoutRoute) {
        self.workoutRoute = workoutRoute
    }

    /// Returns the locations sorted by date. They are read on demand.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(reader: PageReader(healthStore, from: nil, read: HKWorkoutRouteQuery.read(workoutRoute.uuid)))
    }

    /// A sequence of the locations of a route.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = CLLocation

        let reader: PageReader<Int?, CLLocation>

        /// Creates an iterator that begins with the first element.
        public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

        /// An iterator over the locations.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Int?, CLLocation>

            /// Returns the next location, or nil after the last one.
            /// - Throws: An `HKError`: `errorNoData` if the route does not exist.
            public mutating func next() async throws -> CLLocation? {
                try await reader.next()
            }
        }
    }
}
