// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The beats of a series, for `await`.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The series.
    public var sample: HKHeartbeatSeriesSample

    /// Creates a query for the beats of a series.
    public init(_ sample: HKHeartbeatSeriesSample) {
        self.sample = sample
    }

    /// The beats, in order. They are read as they are asked for.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(series: sample.uuid, store: healthStore)
    }

    /// One beat of a heart.
    public struct Heartbeat: Hashable, Sendable {
        /// Seconds since the start of the series.
        public let timeIntervalSinceStart: TimeInterval
        /// Whether earlier beats may be missing.
        public let precededByGap: Bool
    }

    /// The beats of a series.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Heartbeat

        let series: UUID
        let store: HKHealthStore

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator {
            Iterator(reader: PageReader(store, from: 0, read: HKHeartbeatSeriesQuery.read(series)))
        }

        /// Gives beats one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Int, SeriesHeartbeat>

            /// The next beat; nil after the last one.
            /// - Throws: an `HKError`, `errorNoData` where the series is not there.
            public mutating func next() async throws -> Heartbeat? {
                try await reader.next().map {
                    Heartbeat(timeIntervalSinceStart: $0.time, precededByGap: $0.precededByGap)
                }
            }
        }
    }
}
