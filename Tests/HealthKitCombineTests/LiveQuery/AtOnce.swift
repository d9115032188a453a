// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB

/// A scheduler that has the first value sent at once, as GRDB's `.immediate` does, on any thread: where tests run, nothing runs on the
/// main thread.
struct AtOnce: ValueObservationScheduler {
    let queue: DispatchQueue

    func immediateInitialValue() -> Bool { true }

    func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }
}
