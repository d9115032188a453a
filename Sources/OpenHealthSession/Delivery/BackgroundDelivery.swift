// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// What the store remembers of an app's background delivery of one type.
package struct BackgroundDelivery: Hashable, Sendable {
    /// How often the app wants to hear of changes at the most.
    package var frequency: HKUpdateFrequency
    /// The place in the order of changes up to which the app has acknowledged.
    package var anchor: Int64
    /// When something was last delivered.
    package var delivered: Date?
    /// How many deliveries in a row the app has not acknowledged.
    package var failures: Int

    package init(frequency: HKUpdateFrequency, anchor: Int64, delivered: Date? = nil, failures: Int = 0) {
        self.frequency = frequency
        self.anchor = anchor
        self.delivered = delivered
        self.failures = failures
    }
}
