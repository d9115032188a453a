// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKElectrocardiogram {
    /// The voltages of all leads at one instant.
    public final class VoltageMeasurement: NSObject, NSCopying, HKValueObject, Sendable {
        /// Seconds from the start of the electrocardiogram.
        public let timeSinceSampleStart: TimeInterval
        private let quantities: [HKElectrocardiogram.Lead: HKQuantity]

        /// Creates a measurement from stored parts.
        package init(timeSinceSampleStart: TimeInterval, quantities: [HKElectrocardiogram.Lead: HKQuantity]) {
            self.timeSinceSampleStart = timeSinceSampleStart
            self.quantities = quantities
            super.init()
        }

        /// The voltage of a lead; nil where it was not measured.
        /// - Parameter lead: the lead to look for.
        public func quantity(for lead: HKElectrocardiogram.Lead) -> HKQuantity? { quantities[lead] }

        var parts: [AnyHashable?] { [timeSinceSampleStart, quantities] }

        /// Whether the other has the same voltages at the same time.
        public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

        /// A hash of the time and the voltages.
        public override var hash: Int { hashOfParts }

        /// The measurement itself, which cannot change.
        public func copy(with zone: NSZone? = nil) -> Any { self }
    }
}
