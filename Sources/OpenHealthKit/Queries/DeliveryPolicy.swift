// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How patient background delivery is. HealthKit's own numbers are not published but for the three attempts.
package struct DeliveryPolicy: Sendable {
    /// The seconds to wait for an acknowledgement before each new attempt: after the first, after the second.
    package var retries: [TimeInterval] = [1, 4]
    /// How often, in seconds, to look at the clock while something waits to become due.
    package var clockChecks: TimeInterval = 1

    package init() {}

    /// The maximum number of unacknowledged deliveries.
    var attempts: Int { retries.count + 1 }
}
