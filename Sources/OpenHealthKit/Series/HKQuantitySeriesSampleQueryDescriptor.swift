// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// A query for the individual readings of quantity samples with a sequence of results.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The options of the results.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Creates options from their raw value.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Results include the sample of each reading.
        public static let includeSample = Options(rawValue: 1 << 0)
        /// Readings are sorted by the start date of their sample first, instead of only by their own start date.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 1 << 1)
    }

    /// The type and the predicate of the samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The options of the results.
    public var options: Options

    /// Creates a query with the given properties.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// Returns the readings. They are read on demand, so memory use does not depend on their number.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            part: SampleQuery.Part(predicate.sampleType, PredicateNode(predicate.nsPredicate)), options: options,
            store: healthStore)
    }

    /// A reading.
    public struct Result: Hashable, Sendable {
        /// The value.
        public let quantity: HKQuantity
        /// The date interval of the reading.
        public let dateInterval: DateInterval
        /// The sample of the reading; nil unless requested with the options.
        public let sample: HKQuantitySample?
    }

    /// A sequence of the readings of samples.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let part: SampleQuery.Part
        let options: Options
        let store: HKHealthStore

        /// Creates an iterator that begins with the first element.
        public func makeAsyncIterator() -> Iterator {
            let order =
                options.contains(.orderByQuantitySampleStartDate) ? QuantityReadings.Order.bySample : .byReading
            return Iterator(
                reader: PageReader(
                    store, from: QuantityReadings(part, order: order), read: HKQuantitySeriesSampleQuery.read),
                includesSample: options.contains(.includeSample))
        }

        /// An iterator over the readings.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<QuantityReadings, QuantityReading>
            let includesSample: Bool

            /// Returns the next reading, or nil after the last one.
            /// - Throws: An `HKError`.
            public mutating func next() async throws -> Result? {
                try await reader.next().map {
                    Result(
                        quantity: $0.quantity, dateInterval: $0.interval, sample: includesSample ? $0.sample : nil)
                }
            }
        }
    }
}
