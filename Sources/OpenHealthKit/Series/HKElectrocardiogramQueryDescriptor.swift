// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A query for the voltages of an electrocardiogram with a sequence of results.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The electrocardiogram.
    public var electrocardiogram: HKElectrocardiogram

    /// Creates a query for the voltages of an electrocardiogram.
    public init(_ electrocardiogram: HKElectrocardiogram) {
        self.electrocardiogram = electrocardiogram
    }

    /// Returns the measurements in order.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(
            reader: PageReader(healthStore, from: false, read: HKElectrocardiogramQuery.read(electrocardiogram.uuid)))
    }

    /// A sequence of the measurements of an electrocardiogram.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = HKElectrocardiogram.VoltageMeasurement

        let reader: PageReader<Bool, HKElectrocardiogram.VoltageMeasurement>

        /// Creates an iterator that begins with the first element.
        public func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

        /// An iterator over the measurements.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Bool, HKElectrocardiogram.VoltageMeasurement>

            /// Returns the next measurement, or nil after the last one.
            /// - Throws: An `HKError`: `errorNoData` if the electrocardiogram does not exist.
            public mutating func next() async throws -> HKElectrocardiogram.VoltageMeasurement? {
                try await reader.next()
            }
        }
    }
}
