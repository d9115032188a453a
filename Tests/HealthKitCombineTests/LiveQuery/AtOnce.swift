// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

/// A scheduler that sends the first value immediately on any thread, as GRDB's `.immediate` does on the main thread, on which
/// no tests run.
struct AtOnce: ValueObservationScheduler {
    let queue: DispatchQueue

    func immediateInitialValue() -> Bool { true }

    func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
