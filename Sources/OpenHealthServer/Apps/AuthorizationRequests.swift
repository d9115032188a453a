// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ServiceLifecycle

/// Where requests for permission wait for the person.
///
/// A request that nobody answers is completed after ten minutes: an app cannot tell that from an answer.
package final class AuthorizationRequests: Sendable {
    /// How long a request waits for an answer, in seconds.
    static let lifetime: TimeInterval = 600

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    private let workers: WorkPool
    private let writers: WorkPool
    private let bell: PermissionNotifier

    init(_ database: HealthDatabase, clock: @escaping @Sendable () -> Date, workers: WorkPool, writers: WorkPool) {
        self.database = database
        self.clock = clock
        self.workers = workers
        self.writers = writers
        bell = PermissionNotifier(database)
    }

    /// When requests have to have been made to be waiting now.
    package var horizon: Date { clock() - Self.lifetime }

    /// Whether a request waits for an answer.
    func isOpen(_ id: UUID) async throws -> Bool {
        try await workers.run { try self.database.isOpen(id, since: self.horizon) }
    }

    /// Waits until a request has an answer, for so many seconds at the most, and not beyond the end of the daemon.
    /// - Returns: whether it still waits for one.
    func wait(for request: StoredAuthorizationRequest, seconds: Int) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let count = try await workers.run { try self.bell.listen() }
            guard try await isOpen(request.id) else { return false }
            let left = min(
                end - .now, .seconds(request.created.timeIntervalSince(horizon).rounded(.up)))
            guard left > .zero else { return try await isOpen(request.id) }
            // The end of the daemon, like the end of the time, is no error: the app asks again.
            await cancelWhenGracefulShutdown { await self.bell.wait(after: count, for: left) }
            if Task.isCancelled || Task.isShuttingDownGracefully { return true }
        }
    }

    /// Writes down an answer, and wakes who waits for it.
    package func answer(_ id: UUID, _ answer: AuthorizationAnswer, objects: Set<UUID> = []) async throws -> Bool {
        try await writers.run { try self.database.answer(id, answer, objects: objects, clock: self.clock) }
    }
}
