// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A subscription to changes, which ends when the object is deallocated.
package final class ChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    package init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the subscription. The handler can still receive one range that is being delivered at this moment.
    package func cancel() {
        end()
    }
}
