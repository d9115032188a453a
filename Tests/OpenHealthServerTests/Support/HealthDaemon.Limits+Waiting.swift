// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthServer

extension HealthDaemon.Limits {
    /// Raises the time limits, because requests wait for each other while many tests run.
    mutating func waitForOtherTests() {
        (headSeconds, idleSeconds, bodySeconds, querySeconds, changeSeconds) = (600, 600, 600, 600, 600)
    }
}
