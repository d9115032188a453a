// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension AsyncStream<Void> {
    /// Waits until a condition holds that only changes with an element, or the task is cancelled.
    func wait(until holds: () throws -> Bool) async rethrows {
        if try holds() { return }
        for await _ in self where try holds() { return }
    }
}
