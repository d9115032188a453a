// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import HealthKit
import OpenHealthSession
import OpenHealthTestSupport
import OpenHealthKit

/// Holds back what an app reads until a test opens it.
///
/// The article's subjects drop values sent before a subscription; with a gate, a test determines which comes first.
final class Gate: Sendable {
    /// Everything that came to the gate.
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
    /// The store of an app whose readings wait at a gate.
    func app(_ identifier: String, behind gate: Gate) -> HKHealthStore {
        var configuration = configuration(for: AppIdentity(identifier: identifier, name: "gated"))
        configuration.intercept = { operation in
            if operation == .read { gate.pass() }
        }
        return HKHealthStore.make(in: HealthContext(configuration))
    }
}
