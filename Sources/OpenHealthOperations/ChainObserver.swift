// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An operation of a chain between those that it was given.
///
/// It cannot be cancelled: the chain learns by it that others were cancelled, also by `cancelAllOperations()` of the queue.
///
/// Unchecked because `Operation` locks its own state, and the state of this class is behind a lock.
final class ChainObserver: Operation, @unchecked Sendable {
    private let action: Guarded<(@Sendable () -> Void)?>

    init(_ action: (@Sendable () -> Void)? = nil) {
        self.action = Guarded(action)
        super.init()
        // The next steps wait for it, and it takes no time.
        queuePriority = .veryHigh
    }

    override func main() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    override func cancel() {}
}
