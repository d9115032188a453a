// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// A notifier of streams about relevant changes, with one subscription of the database for all of them.
final class ChangeNotifier: Sendable {
    /// The reason why a stream is resumed.
    enum Reason: Sendable, Equatable {
        /// Something has changed.
        case changes
        /// Nothing has changed for the maximum time that the stream waits.
        case silence
        /// The server stops, or the last stream has ended.
        case end
    }

    /// The changes that are relevant for a stream.
    struct Interest: Sendable {
        /// The identifiers of types; nil for all.
        var types: Set<String>?
        /// Whether topics other than permissions are relevant.
        var hasTopics: Bool
    }

    fileprivate struct Waiter {
        var interest: Interest
        var until: AnyClock.Instant
        var continuation: CheckedContinuation<Reason, Never>
    }

    fileprivate struct State {
        /// The number of notifications.
        var count: UInt64 = 0
        /// The number of the last notification for each type, for permissions and for other topics.
        var types: [String: UInt64] = [:]
        var permissions: UInt64 = 0
        var topics: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]
        var nextWaiter: UInt64 = 0
        var hasEnded = false
        var isTicking = false
        var subscription: ChangeSubscription?
    }

    private let database: HealthDatabase
    private let clock: AnyClock
    private let state = Mutex(State())
    /// The interval between checks for streams that have waited long enough.
    private static let tick = Duration.seconds(1)

    init(_ database: HealthDatabase, clock: AnyClock) {
        self.database = database
        self.clock = clock
    }

    /// Returns the number of notifications. A later read includes all changes that they announced.
    /// - Throws: A ``StoreError`` if the database cannot be observed.
    func listen() throws -> UInt64 {
        if let count = state.withLock({ $0.subscription == nil ? nil : $0.count }) { return count }
        let subscription = try database.subscribe { [weak self] range in self?.ring(range) }
        return state.withLock { state in
            // Another task may have been faster, in which case this subscription ends.
            if state.subscription == nil { state.subscription = subscription }
            return state.count
        }
    }

    /// Waits for a relevant notification, or returns immediately if there was one after an earlier count.
    func wait(for interest: Interest, after count: UInt64, atMost duration: Duration) async -> Reason {
        let number = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (reason, startsTicking) = state.withLock { state -> (Reason?, Bool) in
                    if state.hasEnded || Task.isCancelled { return (.end, false) }
                    if state.hasRung(for: interest, after: count) { return (.changes, false) }
                    state.waiters[number] = Waiter(
                        interest: interest, until: clock.now + duration, continuation: continuation)
                    defer { state.isTicking = true }
                    return (nil, !state.isTicking)
                }
                if let reason { continuation.resume(returning: reason) }
                if startsTicking { Task { await self.run() } }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume(returning: .end)
        }
    }

    /// Ends all waiting permanently.
    func end() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.continuation.resume(returning: .end) }
    }

    /// Resumes all streams, because a token may have been revoked.
    func ringForAll() {
        ring(ChangeRange(after: 0, through: 0, topics: [.permissions]))
    }

    private func ring(_ range: ChangeRange) {
        let woken = state.withLock { state in
            state.count += 1
            for type in range.types { state.types[type] = state.count }
            if range.topics.contains(.permissions) { state.permissions = state.count }
            if !range.topics.isEmpty { state.topics = state.count }
            return state.take { state, waiter in state.hasRung(for: waiter.interest, after: state.count - 1) }
        }
        for waiter in woken { waiter.continuation.resume(returning: .changes) }
    }

    /// Checks the clock as long as a stream is waiting.
    private func run() async {
        while true {
            try? await clock.sleep(for: Self.tick)
            let now = clock.now
            let (woken, isOver) = state.withLock { state in
                let woken = state.take { _, waiter in waiter.until <= now }
                if state.waiters.isEmpty { state.isTicking = false }
                return (woken, state.waiters.isEmpty)
            }
            for waiter in woken { waiter.continuation.resume(returning: .silence) }
            if isOver { return }
        }
    }
}

extension ChangeNotifier.State {
    fileprivate func hasRung(for interest: ChangeNotifier.Interest, after count: UInt64) -> Bool {
        if permissions > count || interest.hasTopics && topics > count { return true }
        guard let wanted = interest.types else { return types.contains { $0.value > count } }
        return wanted.contains { types[$0].map { $0 > count } ?? false }
    }

    /// Removes some of the waiters and returns them.
    fileprivate mutating func take(where isWanted: (Self, ChangeNotifier.Waiter) -> Bool) -> [ChangeNotifier.Waiter] {
        let numbers = waiters.filter { isWanted(self, $0.value) }.map(\.key)
        return numbers.compactMap { waiters.removeValue(forKey: $0) }
    }
}

/// An observer of changes of the database and of permissions by any process.
final class StoreWatch: Sendable {
    /// The responses that are still valid.
    let responses = ResponseCache()
    /// Resumes tasks that wait for changes.
    let notifier: ChangeNotifier
    /// Reads changes for streams.
    let feed = ChangeFeed()
    private let database: HealthDatabase
    private let opened = Mutex<StoreVersion?>(nil)

    init(_ database: HealthDatabase, clock: AnyClock) {
        self.database = database
        notifier = ChangeNotifier(database, clock: clock)
    }

    /// Returns a number that changes with every change of the database.
    func version() throws -> Int64 { try store().current() }

    /// Returns a number that changes with every change of permissions or of the registered apps: data that was read before such a
    /// change is not sent after it.
    func permissionCount() throws -> Int64 { try store().permissionCount() }

    private func store() throws -> StoreVersion {
        try opened.withLock { opened in
            if let opened { return opened }
            let version = try StoreVersion(database)
            opened = version
            return version
        }
    }
}
