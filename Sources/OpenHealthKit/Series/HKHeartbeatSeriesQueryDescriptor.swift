// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A query for the beats of a heartbeat series with a sequence of results.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The series.
    public var sample: HKHeartbeatSeriesSample

    /// Creates a query for the beats of a series.
    public init(_ sample: HKHeartbeatSeriesSample) {
        self.sample = sample
    }

    /// Returns the beats in order. They are read on demand.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(reader: PageReader(healthStore, from: 0, read: HKHeartbeatSeriesQuery.read(sample.uuid)))
    }

    /// A heartbeat.
    public struct Heartbeat: Hashable, Sendable {
        /// The time in seconds since the start of the series.
        public let timeIntervalSinceStart: TimeInterval
        /// Whether beats before this one may be missing.
        public let precededByGap: Bool
    }

    /// A sequence of the beats of a series.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Heartbeat

        let reader: PageReader<Int, SeriesHeartbeat>

        /// Creates an iterator that begins with the first element.
        public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

        /// An iterator over the beats.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Int, SeriesHeartbeat>

            /// Returns the next beat, or nil after the last one.
            /// - Throws: An `HKError`: `errorNoData` if the series does not exist.
            public mutating func next() async throws -> Heartbeat? {
                try await reader.next().map {
                    Heartbeat(timeIntervalSinceStart: $0.time, precededByGap: $0.precededByGap)
                }
            }
        }
    }
}
