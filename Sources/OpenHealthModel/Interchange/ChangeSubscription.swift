// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Keeps a subscription to changes alive.
package final class ChangeSubscription: Sendable {
    private let end: @Sendable () -> Void

    package init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }

    /// Ends the subscription. A range that is being told at this moment may still reach the handler, once.
    package func cancel() {
        end()
    }
}
