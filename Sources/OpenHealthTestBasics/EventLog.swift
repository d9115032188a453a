// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The events so far, with support for waiting for more.
///
/// A wait has no time limit of its own: it ends with the event, or when the time limit of the test cancels its task. To show that no
/// further event comes, cause one that must come after it, wait for that one, and look at those before it.
public final class EventLog<Event: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable ([Event]) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var events: [Event] = []
        var waiters: [Int: Waiter] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Creates an empty log.
    public init() {}

    /// The events so far.
    public var events: [Event] { state.withLock { $0.events } }

    /// The number of events so far.
    public var count: Int { state.withLock { $0.events.count } }

    /// Adds an event.
    public func note(_ event: Event) {
        let met = state.withLock { state in
            state.events.append(event)
            let met = state.waiters.filter { $0.value.isMet(state.events) }
            for key in met.keys { state.waiters[key] = nil }
            return Array(met.values)
        }
        for waiter in met { waiter.continuation.resume() }
    }

    /// Waits until the events meet a condition, or the task is cancelled.
    /// - Returns: The events so far.
    @discardableResult
    public func wait(until isMet: @escaping @Sendable ([Event]) -> Bool) async -> [Event] {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if isMet(state.events) || Task.isCancelled { return true }
                    state.waiters[number] = Waiter(isMet: isMet, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
        return events
    }

    /// Waits for a number of events.
    /// - Returns: The events so far; fewer if the task is cancelled.
    @discardableResult
    public func wait(count: Int) async -> [Event] {
        await wait { $0.count >= count }
    }
}

extension EventLog where Event == Void {
    /// Adds an event.
    public func note() { note(()) }
}
