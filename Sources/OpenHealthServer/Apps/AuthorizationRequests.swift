// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle
import Synchronization

/// The requests for permission that are waiting for the person.
///
/// A request without a decision is completed after ten minutes: an app cannot distinguish that from a decision.
package final class AuthorizationRequests: Sendable {
    /// The time for which a request waits for a decision, in seconds.
    static let lifetime: TimeInterval = 600

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    /// The clock of the time for which an app waits.
    private let steadyClock: AnyClock
    private let workers: WorkPool
    private let writers: WorkPool
    private let notifier: PermissionNotifier

    init(
        _ database: HealthDatabase, steadyClock: AnyClock, clock: @escaping @Sendable () -> Date, workers: WorkPool,
        writers: WorkPool
    ) {
        self.database = database
        self.clock = clock
        self.steadyClock = steadyClock
        self.workers = workers
        self.writers = writers
        notifier = PermissionNotifier(database, clock: steadyClock)
    }

    /// The earliest time of a request that is still waiting.
    package var horizon: Date { clock() - Self.lifetime }

    /// Returns whether a request waits for a decision.
    func isOpen(_ id: UUID) async throws -> Bool {
        try await workers.run { try self.database.requests.isOpen(id, since: self.horizon) }
    }

    /// Waits until a request has a decision, at most for a number of seconds, and at most until the server stops.
    /// - Returns: Whether the request is still waiting.
    func wait(for request: StoredAuthorizationRequest, seconds: Int) async throws -> Bool {
        let end = steadyClock.now + .seconds(seconds)
        while true {
            let count = try await workers.run { try self.notifier.listen() }
            guard try await isOpen(request.id) else { return false }
            let left = min(
                end - steadyClock.now, .seconds(request.created.timeIntervalSince(horizon).rounded(.up)))
            guard left > .zero else { return try await isOpen(request.id) }
            // Neither the end of the server nor the time limit is an error: the app sends the request again.
            await cancelWhenGracefulShutdown { await self.notifier.wait(after: count, for: left) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return true }
        }
    }

    /// Stores a decision and resumes the tasks that wait for it.
    package func decide(_ id: UUID, _ decision: AuthorizationDecision, objects: Set<UUID> = []) async throws -> Bool {
        try await writers.run { try self.database.requests.decide(id, decision, objects: objects, clock: self.clock) }
    }
}

/// A notifier of changes of permissions in any process.
final class PermissionNotifier: Sendable {
    private let database: HealthDatabase
    private let clock: AnyClock
    private let state = Mutex(State())
    private let subscription = Mutex<ChangeSubscription?>(nil)

    private struct State {
        /// The number of notifications.
        var count = 0
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    init(_ database: HealthDatabase, clock: AnyClock) {
        self.database = database
        self.clock = clock
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
        let end = clock.now + duration
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: count) }
            // Cancellation also ends the sleep.
            group.addTask { try? await self.clock.sleep(until: end) }
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
