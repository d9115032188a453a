// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The events so far, with support for waiting for more until a time limit of the test ends the wait.
final class EventLog<Event: Sendable>: @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    private struct Waiter {
        let isMet: ([Event]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private let lock = NSLock()
    private var noted: [Event] = []
    private var waiters: [Int: Waiter] = [:]
    private var waiterCount = 0

    var events: [Event] { lock.withLock { noted } }

    func note(_ event: Event) {
        let met = lock.withLock {
            noted.append(event)
            let met = waiters.filter { $0.value.isMet(noted) }
            for key in met.keys { waiters[key] = nil }
            return met.values
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until the events meet a condition.
    func wait(until isMet: @escaping @Sendable ([Event]) -> Bool) async {
        let number = lock.withLock {
            waiterCount += 1
            return waiterCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = lock.withLock {
                    if isMet(noted) || Task.isCancelled { return true }
                    waiters[number] = Waiter(isMet: isMet, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            lock.withLock { waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}

/// Waits for a condition that sends no notification, until a time limit of the test ends the wait.
func waitUntil(_ isMet: () -> Bool) async {
    while !isMet() && !Task.isCancelled { await Task.yield() }
}
