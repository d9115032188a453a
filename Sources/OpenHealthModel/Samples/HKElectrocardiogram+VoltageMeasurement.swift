// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKElectrocardiogram {
    /// The voltages of all leads at one instant.
    public final class VoltageMeasurement: NSObject, NSCopying, HKValueObject, Sendable {
        /// The time since the start of the electrocardiogram, in seconds.
        public let timeSinceSampleStart: TimeInterval
        private let quantities: [HKElectrocardiogram.Lead: HKQuantity]

        /// Creates a measurement from stored values.
        package init(timeSinceSampleStart: TimeInterval, quantities: [HKElectrocardiogram.Lead: HKQuantity]) {
            self.timeSinceSampleStart = timeSinceSampleStart
            self.quantities = quantities
        }

        /// Returns the voltage of a lead; `nil` if it was not measured.
        /// - Parameter lead: The lead.
        public func quantity(for lead: HKElectrocardiogram.Lead) -> HKQuantity? { quantities[lead] }

        var parts: [AnyHashable?] { [timeSinceSampleStart, quantities] }

        /// Returns a Boolean value that indicates whether the other measurement has the same voltages at the same time.
        public override func isEqual(_ object: Any?) -> Bool { hasSameParts(as: object) }

        /// A hash of the time and the voltages.
        public override var hash: Int { hashOfParts }

    }
}
