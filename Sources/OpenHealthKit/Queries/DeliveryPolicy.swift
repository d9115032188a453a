// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The timing of background delivery. Apple publishes only the number of three attempts.
package struct DeliveryPolicy: Sendable {
    /// The seconds to wait for an acknowledgment before the second and the third attempt.
    package var retries: [TimeInterval] = [1, 4]
    /// The interval, in seconds, at which the clock is checked while a notification is pending.
    package var clockChecks: TimeInterval = 1

    package init() {}

    /// The maximum number of unacknowledged deliveries.
    var attempts: Int { retries.count + 1 }
}
