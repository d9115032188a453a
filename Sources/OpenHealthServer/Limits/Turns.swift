// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Synchronization

/// A resource that several users share, with a limit for all users together and a limit for each. Requests that do not fit wait
/// in order.
final class Turns: Sendable {
    /// The result of a request for an amount.
    enum Outcome: Sendable {
        case taken
        /// Too many requests are already waiting.
        case full
        /// No amount became available in time.
        case late
    }

    fileprivate struct Waiter {
        var number: UInt64
        var user: String
        var amount: Int
        var continuation: CheckedContinuation<Outcome, Never>
    }

    fileprivate struct State {
        var used = 0
        var usedBy: [String: Int] = [:]
        var waiters: [Waiter] = []
        var waitingBy: [String: Int] = [:]
        var next: UInt64 = 0
    }

    private let most: Int
    private let maximumForOne: Int
    private let maximumWaiting: Int
    private let clock: AnyClock
    private let state = Mutex(State())
    private let noteChange: AsyncStream<Void>.Continuation

    /// An element after changes of the amount in use or of the number of waiting requests. Several changes can have one element.
    let changes: AsyncStream<Void>

    /// Creates a shared resource.
    /// - Parameters:
    ///   - most: The limit for all users together.
    ///   - maximumForOne: The limit for each user.
    ///   - maximumWaiting: The maximum number of waiting requests of one user.
    ///   - clock: The clock of the time for which requests wait.
    init(most: Int, maximumForOne: Int, maximumWaiting: Int, clock: AnyClock) {
        self.most = most
        self.maximumForOne = maximumForOne
        self.maximumWaiting = maximumWaiting
        self.clock = clock
        (changes, noteChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The amount in use.
    var used: Int { state.withLock(\.used) }

    /// Returns the amount that a user has.
    func used(by user: String) -> Int { state.withLock { $0.usedBy[user, default: 0] } }

    /// The number of waiting requests.
    var waiting: Int { state.withLock(\.waiters.count) }

    /// Acquires an amount, and waits for it if necessary. The caller must return it.
    func take(_ amount: Int, for user: String, patience: Duration) async -> Outcome {
        let end = clock.now + patience
        let timer = Mutex<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0?.cancel() } }
        return await withCheckedContinuation { continuation in
            let (outcome, number) = state.withLock { state -> (Outcome?, UInt64) in
                state.next += 1
                if state.waitingBy[user] == nil, fits(amount, user, state) {
                    state.add(amount, to: user)
                    return (.taken, state.next)
                }
                guard state.waitingBy[user, default: 0] < maximumWaiting else { return (.full, state.next) }
                state.waitingBy[user, default: 0] += 1
                state.waiters.append(
                    Waiter(number: state.next, user: user, amount: amount, continuation: continuation))
                return (nil, state.next)
            }
            noteChange.yield()
            if let outcome { return continuation.resume(returning: outcome) }
            timer.withLock {
                $0 = Task { [weak self, clock] in
                    guard (try? await clock.sleep(until: end)) != nil else { return }
                    self?.end(number)
                }
            }
        }
    }

    /// Adds an amount that is in use already, even if it exceeds the limits. The caller must return it.
    func add(_ amount: Int, to user: String) {
        state.withLock { $0.add(amount, to: user) }
        noteChange.yield()
    }

    /// Returns an amount to the resource.
    func give(_ amount: Int, of user: String) {
        let ready = state.withLock { state in
            state.add(-amount, to: user)
            return takeReady(&state)
        }
        noteChange.yield()
        for waiter in ready { waiter.continuation.resume(returning: .taken) }
    }

    private func fits(_ amount: Int, _ user: String, _ state: State) -> Bool {
        state.used + amount <= most && state.usedBy[user, default: 0] + amount <= maximumForOne
    }

    /// Removes and returns the requests that fit now. A request that does not fit blocks only further requests of the same user.
    private func takeReady(_ state: inout State) -> [Waiter] {
        var ready: [Waiter] = []
        var heldUp: Set<String> = []
        var rest: [Waiter] = []
        for waiter in state.waiters {
            if !heldUp.contains(waiter.user), fits(waiter.amount, waiter.user, state) {
                state.add(waiter.amount, to: waiter.user)
                state.leave(waiter.user)
                ready.append(waiter)
            } else {
                heldUp.insert(waiter.user)
                rest.append(waiter)
            }
        }
        state.waiters = rest
        return ready
    }

    private func end(_ number: UInt64) {
        let (late, ready) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            let waiter = state.waiters.remove(at: index)
            state.leave(waiter.user)
            // A smaller request of the same user may fit now.
            return (waiter, takeReady(&state))
        }
        noteChange.yield()
        late?.continuation.resume(returning: .late)
        for waiter in ready { waiter.continuation.resume(returning: .taken) }
    }
}

extension Turns.State {
    fileprivate mutating func add(_ amount: Int, to user: String) {
        used += amount
        let now = usedBy[user, default: 0] + amount
        usedBy[user] = now > 0 ? now : nil
    }

    fileprivate mutating func leave(_ user: String) {
        let now = waitingBy[user, default: 1] - 1
        waitingBy[user] = now > 0 ? now : nil
    }
}
