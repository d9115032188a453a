// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// A notifier of changes of permissions in any process.
final class PermissionNotifier: Sendable {
    private let database: HealthDatabase
    private let state = Mutex(State())
    private let subscription = Mutex<ChangeSubscription?>(nil)

    private struct State {
        /// The number of notifications.
        var count = 0
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    init(_ database: HealthDatabase) {
        self.database = database
    }

    /// Subscribes to changes, unless it has already done so.
    /// - Returns: The number of notifications.
    func listen() throws -> Int {
        try subscription.withLock { subscription in
            guard subscription == nil else { return }
            subscription = try database.subscribe { [weak self] range in
                if range.topics.contains(.permissions) { self?.ring() }
            }
        }
        return state.withLock { $0.count }
    }

    /// Resumes all waiting tasks.
    func ring() {
        let woken = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Waits until the number of notifications exceeds a count, the time is over, or the task is canceled.
    func wait(after count: Int, for duration: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: count) }
            // Cancellation also ends the sleep.
            group.addTask { try? await Task.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
    }

    private func wait(after count: Int) async {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > count || Task.isCancelled { return true }
                    state.waiting[key] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume()
        }
    }
}
