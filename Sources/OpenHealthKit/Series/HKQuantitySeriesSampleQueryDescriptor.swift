// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// The single readings of quantity samples, for `await`.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The options of the results.
    public struct Options: OptionSet, Sendable {
        /// A bit for each option.
        public let rawValue: Int

        /// Creates options from their bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// With each reading the sample that it belongs to.
        public static let includeSample = Options(rawValue: 1 << 0)
        /// Sample by sample, in the order in which those start, instead of in the order of the readings' own start.
        public static let orderByQuantitySampleStartDate = Options(rawValue: 1 << 1)
    }

    /// Which samples.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The options of the results.
    public var options: Options

    /// Creates a query; see the properties.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: Options = []) {
        self.predicate = predicate
        self.options = options
    }

    /// The readings. They are read as they are asked for, so that memory does not grow with their number.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            part: SampleQuery.Part(predicate.sampleType, PredicateNode(predicate.nsPredicate)), options: options,
            store: healthStore)
    }

    /// One reading.
    public struct Result: Hashable, Sendable {
        /// The value.
        public let quantity: HKQuantity
        /// When it was measured.
        public let dateInterval: DateInterval
        /// The sample that it belongs to; nil unless it was asked for.
        public let sample: HKQuantitySample?
    }

    /// The readings of samples.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = Result

        let part: SampleQuery.Part
        let options: Options
        let store: HKHealthStore

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator {
            let order =
                options.contains(.orderByQuantitySampleStartDate) ? QuantityReadings.Order.bySample : .byReading
            return Iterator(
                reader: PageReader(
                    store, from: QuantityReadings(part, order: order), read: HKQuantitySeriesSampleQuery.read),
                includesSample: options.contains(.includeSample))
        }

        /// Gives readings one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<QuantityReadings, QuantityReading>
            let includesSample: Bool

            /// The next reading; nil after the last one.
            /// - Throws: an `HKError`.
            public mutating func next() async throws -> Result? {
                try await reader.next().map {
                    Result(
                        quantity: $0.quantity, dateInterval: $0.interval, sample: includesSample ? $0.sample : nil)
                }
            }
        }
    }
}
