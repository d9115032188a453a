// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that does not advance until a test does so.
///
/// Give it to the configuration of the code under test, wait until that code sleeps, and advance the clock:
///
///     let clock = ManualClock()
///     configuration.steadyClock = clock
///     // …
///     await clock.waitForSleeper(of: .seconds(30))
///     clock.advance(by: .seconds(30))
public final class ManualClock: Clock {
    /// A time of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the creation of the clock.
        public var offset: Swift.Duration

        /// Creates a time.
        /// - Parameter offset: The time since the creation of the clock.
        public init(offset: Swift.Duration) {
            self.offset = offset
        }

        /// Returns the time after a duration.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration until another time.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        /// Returns whether a time is before another one.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    /// The duration between two times.
    public typealias Duration = Swift.Duration

    private struct Sleeper {
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Observer {
        var isMet: @Sendable (_ now: Instant, _ deadlines: [Instant]) -> Bool
        var continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var observers: [Int: Observer] = [:]

        mutating func number() -> Int {
            next += 1
            return next
        }

        /// Removes and returns the observers whose conditions are met.
        mutating func takeObservers() -> [Observer] {
            let deadlines = sleepers.values.map(\.deadline)
            let met = observers.filter { $0.value.isMet(now, deadlines) }
            for number in met.keys { observers[number] = nil }
            return Array(met.values)
        }
    }

    private let state = Mutex(State())

    /// Creates a clock.
    public init() {}

    /// The current time.
    public var now: Instant { state.withLock { $0.now } }

    /// The smallest difference of two times, which is zero.
    public var minimumResolution: Swift.Duration { .zero }

    /// The number of tasks that sleep.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Advances the clock, and wakes the tasks whose deadline is reached, the earliest first.
    public func advance(by duration: Swift.Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Suspends the task until the clock has reached a time.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        let number = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (result, met) = state.withLock { state -> (Result<Void, any Error>?, [Observer]) in
                    if Task.isCancelled { return (.failure(CancellationError()), []) }
                    if deadline <= state.now { return (.success(()), []) }
                    state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
                    return (nil, state.takeObservers())
                }
                if let result { continuation.resume(with: result) }
                for observer in met { observer.continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
                throwing: CancellationError())
        }
    }

    /// Waits until a number of tasks sleep.
    public func waitForSleepers(_ count: Int = 1) async {
        await wait { _, deadlines in deadlines.count >= count }
    }

    /// Waits until a task sleeps that wakes after exactly a duration from now.
    public func waitForSleeper(of duration: Swift.Duration) async {
        await wait { now, deadlines in deadlines.contains { now.duration(to: $0) == duration } }
    }

    /// Waits for a condition of the deadlines, until the task is cancelled.
    private func wait(until isMet: @escaping @Sendable (_ now: Instant, _ deadlines: [Instant]) -> Bool) async {
        let number = state.withLock { $0.number() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || isMet(state.now, state.sleepers.values.map(\.deadline)) { return true }
                    state.observers[number] = Observer(isMet: isMet, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.observers.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}
