// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore
import Logging
import Synchronization

/// The apps that have registered, by their tokens.
///
/// All of them are kept in memory, so that a token that nobody has costs one hash and no question to the store. What is
/// kept is thrown away when permissions change, by this process or another.
final class AppDirectory: Sendable {
    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    private let cache = Mutex(Cache())
    private let subscription = Mutex<ChangeSubscription?>(nil)
    /// How many apps may be registered: anybody may, and each is remembered.
    private static let most = 10_000
    /// How long a use of the store is not written down again, in seconds.
    private static let useSeconds = 600.0

    private struct Cache {
        /// What is known; nil where it has to be read.
        var apps: [Data: AppIdentity]?
        /// Goes up whenever what is known is thrown away: what was read before that is not kept.
        var generation = 0
        /// When each app's use was last written down.
        var uses: [String: Date] = [:]
        var isNotingUse = false
    }

    init(_ database: HealthDatabase, clock: @escaping @Sendable () -> Date, limits: HealthDaemon.Limits) {
        self.database = database
        self.clock = clock
    }

    /// The app that has a token; nil where nobody has it.
    func app(token: String, _ workers: WorkPool) async throws -> AppIdentity? {
        let hash = Secret.hash(token)
        let (known, generation) = cache.withLock { ($0.apps, $0.generation) }
        if let known { return known[hash] }
        return try await workers.run { try self.load(generation)[hash] }
    }

    private func load(_ generation: Int) throws -> [Data: AppIdentity] {
        try listen()
        let holders = try database.tokenHolders()
        let apps = Dictionary(holders.map { ($0.hash, $0.app) }) { first, _ in first }
        cache.withLock { cache in
            if cache.generation == generation { cache.apps = apps }
        }
        return apps
    }

    /// Begins to hear of changes, once.
    private func listen() throws {
        try subscription.withLock { subscription in
            guard subscription == nil else { return }
            subscription = try database.subscribe { [weak self] range in
                if range.topics.contains(.permissions) { self?.empty() }
            }
        }
    }

    /// Throws away what is known.
    func empty() {
        cache.withLock { cache in
            cache.apps = nil
            cache.generation += 1
        }
    }

    // MARK: - Changing

    /// Registers an app.
    /// - Parameter isTrusted: whether the identifier may be one that the database knows already.
    /// - Returns: the token, which is not kept.
    /// - Throws: a ``Problem``, `conflict` where the identifier is taken.
    func register(_ app: AppIdentity, isTrusted: Bool = false) throws -> String {
        let token = Secret.token()
        defer { empty() }
        switch try database.register(
            app, hash: Secret.hash(token), at: clock(), isTrusted: isTrusted, most: Self.most)
        {
        case .done: return token
        case .isRegistered:
            throw Problem(
                .conflict,
                "This identifier has a token already. Use that one; if it is lost, the owner can revoke it at "
                    + "/owner/apps, and then the app may register again.")
        case .isKnown:
            throw Problem(
                .conflict,
                "The database knows this identifier from elsewhere, and what it holds of it would be the app's. The owner "
                    + "can let the app register at /owner/apps.")
        case .isFull:
            throw Problem(
                .unavailable,
                "There are as many registered apps as there may be. The owner can revoke some at "
                    + "/owner/apps.")
        }
    }

    /// Gives an app another token in place of one that it has.
    func rotate(_ old: String) throws -> String {
        let token = Secret.token()
        defer { empty() }
        guard try database.replaceToken(Secret.hash(old), with: Secret.hash(token), at: clock()) else {
            throw Problem(.conflict, "The token has been replaced or revoked meanwhile.")
        }
        return token
    }

    /// Takes an app's token and permissions, so that it may register again.
    func release(_ identifier: String) throws {
        defer { empty() }
        try database.release(app: identifier, at: clock())
    }

    /// Remembers what an app tells of itself.
    func describe(_ app: AppIdentity) throws {
        defer { empty() }
        try database.describe(app, at: clock())
    }

    /// Forgets an app.
    func forget(_ identifier: String) throws {
        defer { empty() }
        try database.forgetApp(identifier)
    }

    // MARK: - Use

    /// Writes down that an app uses the database, at most once in ten minutes for each. Nobody waits for it, and since it
    /// may have to wait for an import, one at a time is enough.
    func noteUse(_ app: AppIdentity, _ workers: WorkPool, _ logger: Logger) {
        let now = clock()
        let isDue = cache.withLock { cache in
            if cache.isNotingUse { return false }
            if let last = cache.uses[app.identifier], abs(now.timeIntervalSince(last)) < Self.useSeconds {
                return false
            }
            cache.uses[app.identifier] = now
            cache.isNotingUse = true
            return true
        }
        guard isDue else { return }
        Task {
            do {
                // As the work of apps it never ends another write.
                try await workers.run {
                    try StoreWork(isShared: true).run { try self.database.noteUse(app: app.identifier, at: now) }
                }
            } catch {
                logger.warning("the use of the store could not be noted", metadata: ["error": "\(error)"])
            }
            cache.withLock { $0.isNotingUse = false }
        }
    }
}
