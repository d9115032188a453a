// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// Lets a task wait for relevant changes.
///
/// A waiter records changes from its creation on, so create it first, then read the current state, then wait. Only one task may
/// wait at a time. ``ChangingResults`` implements this for sequences, and ``HKQuery/follow(_:in:after:_:)`` for queries with
/// handlers.
final class ChangeWaiter: Sendable {
    private enum State {
        case idle, changed, cancelled
        case waiting(CheckedContinuation<Void, Never>)
    }

    // The state that the subscription retains. It does not retain the waiter, whose deinitialization ends the subscription.
    private final class Signal: Sendable {
        private let state = Mutex(State.idle)

        /// Resumes the waiting task, or lets the next call of ``wait()`` return immediately.
        func send() {
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

        /// Resumes the waiting task, and lets all later calls of ``wait()`` return immediately.
        func stop() {
            let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state = .cancelled }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume()
        }

        /// Waits for a change.
        /// - Returns: False if ``stop()`` was called.
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

    private let signal: Signal
    private let gathering: ChangeGathering
    private let subscription: ChangeSubscription

    /// Creates a waiter that records changes.
    /// - Parameter anchor: The anchor after which changes are reported; nil for the current one.
    /// - Throws: An `HKError`.
    init(_ session: any HealthSession, _ interest: ChangeInterest, after anchor: Int64? = nil) async throws {
        let signal = Signal()
        let gathering = ChangeGathering(interest)
        self.signal = signal
        self.gathering = gathering
        subscription = try await session.subscribe(after: anchor) { range in
            if gathering.add(range) { signal.send() }
        }
    }

    /// Waits until something has changed since the last call or the creation of the waiter.
    /// - Returns: The changes combined into one range, or nil if the task was canceled.
    func next() async -> ChangeRange? {
        repeat {
            if Task.isCancelled { return nil }
            if let range = gathering.take() { return range }
        } while await signal.wait()
        return nil
    }

    /// Ends waiting; no further changes are recorded.
    func cancel() {
        subscription.cancel()
        signal.stop()
    }
}
