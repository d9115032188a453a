// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

/// A scheduler that sends the first value immediately, as GRDB's `.immediate` does on the main thread, on which no tests run.
///
/// Subscriptions belong in ``perform(_:)``: a pool reads again when its observation begins, and could otherwise send that value on
/// another thread before the first one.
struct AtOnce: ValueObservationScheduler {
    let queue: DispatchQueue

    func immediateInitialValue() -> Bool { true }

    /// Runs a closure while the queue calls no subscriber, as on the main thread.
    func perform<Result>(_ body: () throws -> Result) rethrows -> Result { try queue.sync(execute: body) }

    func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
