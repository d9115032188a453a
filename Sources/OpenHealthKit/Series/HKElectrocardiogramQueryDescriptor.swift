// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The voltages of an electrocardiogram, for `await`.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The electrocardiogram.
    public var electrocardiogram: HKElectrocardiogram

    /// Creates a query for the voltages of an electrocardiogram.
    public init(_ electrocardiogram: HKElectrocardiogram) {
        self.electrocardiogram = electrocardiogram
    }

    /// The measurements, in order.
    public func results(for healthStore: HKHealthStore) -> Results {
        Results(electrocardiogram: electrocardiogram.uuid, store: healthStore)
    }

    /// The measurements of an electrocardiogram.
    public struct Results: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = HKElectrocardiogram.VoltageMeasurement

        let electrocardiogram: UUID
        let store: HKHealthStore

        /// Begins to read.
        public func makeAsyncIterator() -> Iterator {
            Iterator(
                reader: PageReader(store, from: false, read: HKElectrocardiogramQuery.read(electrocardiogram)))
        }

        /// Gives measurements one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var reader: PageReader<Bool, HKElectrocardiogram.VoltageMeasurement>

            /// The next measurement; nil after the last one.
            /// - Throws: an `HKError`, `errorNoData` where the electrocardiogram is not there.
            public mutating func next() async throws -> HKElectrocardiogram.VoltageMeasurement? {
                try await reader.next()
            }
        }
    }
}
