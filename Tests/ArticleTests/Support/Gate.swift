// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HealthKit
import OpenHealthSession
import OpenHealthTestSupport
import OpenHealthKit

/// Blocks an app's reads until a test opens it.
///
/// The article's subjects drop values that are sent before a subscription; with a gate, a test determines the order.
final class Gate: Sendable {
    /// The reads that have arrived at the gate.
    let arrivals = QueryRecorder<Bool>()
    private let semaphore = DispatchSemaphore(value: 0)

    /// Waits until the gate is open.
    func pass() {
        arrivals.record(true)
        semaphore.wait()
        semaphore.signal()
    }

    /// Releases all current and future reads.
    func open() {
        semaphore.signal()
    }
}

extension HealthWorld {
    /// Returns the store of an app whose reads wait at a gate.
    func app(_ identifier: String, behind gate: Gate) -> HKHealthStore {
        var configuration = configuration(for: AppIdentity(identifier: identifier, name: "gated"))
        configuration.intercept = { operation in
            if operation == .read { gate.pass() }
        }
        return HKHealthStore.make(in: HealthContext(configuration))
    }
}
