// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle

/// The requests for permission that are waiting for the person.
///
/// A request without an answer is completed after ten minutes: an app cannot distinguish that from an answer.
package final class AuthorizationRequests: Sendable {
    /// The time for which a request waits for an answer, in seconds.
    static let lifetime: TimeInterval = 600

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    private let workers: WorkPool
    private let writers: WorkPool
    private let notifier: PermissionNotifier

    init(_ database: HealthDatabase, clock: @escaping @Sendable () -> Date, workers: WorkPool, writers: WorkPool) {
        self.database = database
        self.clock = clock
        self.workers = workers
        self.writers = writers
        notifier = PermissionNotifier(database)
    }

    /// The earliest time of a request that is still waiting.
    package var horizon: Date { clock() - Self.lifetime }

    /// Returns whether a request waits for an answer.
    func isOpen(_ id: UUID) async throws -> Bool {
        try await workers.run { try self.database.isOpen(id, since: self.horizon) }
    }

    /// Waits until a request has an answer, at most for a number of seconds, and at most until the server stops.
    /// - Returns: Whether the request is still waiting.
    func wait(for request: StoredAuthorizationRequest, seconds: Int) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let count = try await workers.run { try self.notifier.listen() }
            guard try await isOpen(request.id) else { return false }
            let left = min(
                end - .now, .seconds(request.created.timeIntervalSince(horizon).rounded(.up)))
            guard left > .zero else { return try await isOpen(request.id) }
            // Neither the end of the server nor the time limit is an error: the app sends the request again.
            await cancelWhenGracefulShutdown { await self.notifier.wait(after: count, for: left) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return true }
        }
    }

    /// Stores an answer and resumes the tasks that wait for it.
    package func answer(_ id: UUID, _ answer: AuthorizationAnswer, objects: Set<UUID> = []) async throws -> Bool {
        try await writers.run { try self.database.answer(id, answer, objects: objects, clock: self.clock) }
    }
}
