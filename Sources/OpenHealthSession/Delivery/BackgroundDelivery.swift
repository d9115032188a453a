// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The state of an app's background delivery for a type.
package struct BackgroundDelivery: Hashable, Sendable {
    /// The maximum frequency of notifications.
    package var frequency: HKUpdateFrequency
    /// The position up to which the app has acknowledged changes.
    package var anchor: Int64
    /// The date of the last delivery.
    package var delivered: Date?
    /// The number of consecutive deliveries that the app has not acknowledged.
    package var failures: Int

    package init(frequency: HKUpdateFrequency, anchor: Int64, delivered: Date? = nil, failures: Int = 0) {
        self.frequency = frequency
        self.anchor = anchor
        self.delivered = delivered
        self.failures = failures
    }
}
