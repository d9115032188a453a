// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// Lets a task wait for changes that matter to it.
///
/// It hears of every change from the moment it is made on, so: make it first, then read what there is, then wait. Only
/// one task waits at a time. ``ChangingResults`` does all of this for a sequence; ``HKQuery/follow(_:in:after:_:)`` is the
/// same for queries with handlers.
final class ChangeWaiter: Sendable {
    private enum State {
        case idle, changed, cancelled
        case waiting(CheckedContinuation<Void, Never>)
    }

    // What the subscription holds; not the waiter itself, whose end has to end the subscription.
    private final class Bell: Sendable {
        private let state = Mutex(State.idle)

        /// Wakes the task that waits, or lets the next one pass.
        func ring() {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                switch state {
                case .idle, .changed:
                    state = .changed
                    return nil
                case .cancelled: return nil
                case .waiting(let continuation):
                    state = .idle
                    return continuation
                }
            }
            waiting?.resume()
        }

        /// Wakes the task that waits, and lets everybody pass from now on.
        func stop() {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state = .cancelled }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume()
        }

        /// Waits for a ring.
        /// - Returns: false once ``stop()`` was called.
        func wait() async -> Bool {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let passes = state.withLock { state in
                        switch state {
                        case .changed:
                            state = .idle
                            return true
                        case .cancelled, .waiting: return true
                        case .idle:
                            state = .waiting(continuation)
                            return false
                        }
                    }
                    if passes { continuation.resume() }
                }
            } onCancel: {
                stop()
            }
            return state.withLock { state in
                if case .cancelled = state { return false }
                return true
            }
        }
    }

    private let bell: Bell
    private let gathering: ChangeGathering
    private let subscription: ChangeSubscription

    /// Begins to listen.
    /// - Parameter anchor: a place in the order of changes to begin after, where that is not the last one.
    /// - Throws: an `HKError`.
    init(_ session: any HealthSession, _ interest: ChangeInterest, after anchor: Int64? = nil) async throws {
        let bell = Bell()
        let gathering = ChangeGathering(interest)
        self.bell = bell
        self.gathering = gathering
        subscription = try await session.subscribe(after: anchor) { range in
            if gathering.add(range) { bell.ring() }
        }
    }

    /// Waits until something has changed since the last call, or since the waiter was made.
    /// - Returns: all of that in one range; nil where the task was cancelled.
    func next() async -> ChangeRange? {
        repeat {
            if Task.isCancelled { return nil }
            if let range = gathering.take() { return range }
        } while await bell.wait()
        return nil
    }

    /// Ends the waiting: nothing is heard of any more.
    func cancel() {
        subscription.cancel()
        bell.stop()
    }
}
