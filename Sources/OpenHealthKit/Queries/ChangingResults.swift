// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import Synchronization

/// The implementation of the iterators of continuing results: reads once, and again after each relevant change.
///
/// It does not buffer results: changes that occur between two requests are read together.
final class ChangingResults<Place: Sendable, Element: Sendable> {
    /// The outcome of reading.
    enum Reading: Sendable {
        /// A result. If there is more, it is read by the next call without waiting for a change.
        case element(Element, hasMore: Bool = false)
        /// No result; waits for the next change.
        case nothing
    }

    /// Reads a result on a thread that may block.
    /// - Parameters:
    ///   - access: The app's access to the store.
    ///   - place: The position up to which has been read, which is kept for the next call.
    ///   - change: The changes since the last call; nil in the first call, and if the previous result was incomplete.
    typealias Reader =
        @Sendable (
            _ access: any HealthAccess, _ place: inout Place, _ change: ChangeRange?
        ) async throws -> Reading

    private enum State {
        case new, more, waiting, ended
    }

    private let context: HealthContext
    private let interest: ChangeInterest
    private let read: Reader
    private var place: Place
    private var waiter: ChangeWaiter?
    private var state = State.new

    init(_ store: HKHealthStore, _ interest: ChangeInterest, from place: Place, read: @escaping Reader) {
        context = store.context
        self.interest = interest
        self.place = place
        self.read = read
    }

    /// Returns the next element, or nil if the task was canceled. There are no more elements after an error.
    func next() async throws -> Element? {
        do {
            if let element = try await step() { return element }
        } catch {
            end()
            throw error
        }
        end()
        return nil
    }

    private func step() async throws -> Element? {
        while state != .ended && !Task.isCancelled {
            var change: ChangeRange?
            switch state {
            case .new:
                // Subscribes before the first read, so that no change in between is missed.
                let interest = interest
                waiter = try await context.perform { try await ChangeWaiter($0, interest) }
            case .more: break
            case .waiting:
                change = await waiter?.next()
                if change == nil { return nil }
            case .ended: return nil
            }
            if let element = try await reading(after: change) { return element }
        }
        return nil
    }

    private func reading(after change: ChangeRange?) async throws -> Element? {
        let (read, before) = (read, place)
        let (reading, after) = try await context.perform { access in
            var place = before
            let reading = try await read(access, &place, change)
            return (reading, place)
        }
        place = after
        switch reading {
        case .element(let element, let hasMore):
            state = hasMore ? .more : .waiting
            return element
        case .nothing:
            state = .waiting
            return nil
        }
    }

    private func end() {
        state = .ended
        waiter?.cancel()
        waiter = nil
    }
}

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
    init(_ access: any HealthAccess, _ interest: ChangeInterest, after anchor: Int64? = nil) async throws {
        let signal = Signal()
        let gathering = ChangeGathering(interest)
        self.signal = signal
        self.gathering = gathering
        subscription = try await access.subscribe(after: anchor) { range in
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
