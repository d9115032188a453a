// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An internal operation between the steps of a chain.
///
/// It cannot be canceled, so that the chain detects when other operations were canceled, including by `cancelAllOperations()` of
/// the queue.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainObserver: Operation, @unchecked Sendable {
    private let action: Guarded<(@Sendable () -> Void)?>

    init(_ action: (@Sendable () -> Void)? = nil) {
        self.action = Guarded(action)
        super.init()
        // The next steps depend on it, and it takes no time.
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
