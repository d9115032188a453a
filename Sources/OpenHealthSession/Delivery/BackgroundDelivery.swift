// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The state of an app's background delivery of one type.
package struct BackgroundDelivery: Hashable, Sendable {
    /// The maximum frequency of notifications.
    package var frequency: HKUpdateFrequency
    /// The place in the order of changes up to which the app has acknowledged.
    package var anchor: Int64
    /// When something was last delivered.
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
