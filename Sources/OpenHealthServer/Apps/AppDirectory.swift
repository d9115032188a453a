// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The registered apps, by their tokens.
///
/// The apps are kept in memory, so that an unknown token requires one hash and no query of the store. The cache is cleared when
/// permissions change in this process or another.
package final class AppDirectory: Sendable {
    let database: HealthDatabase
    let clock: @Sendable () -> Date
    private let later: LaterWrites
    private let cache = Mutex(Cache())
    private let subscription = Mutex<ChangeSubscription?>(nil)
    /// The time for which a use is not recorded again, in seconds.
    private static let useSeconds = 600.0
    /// The time after which an unused token expires, in seconds: a year.
    static let idleSeconds = 365 * 86_400.0

    private struct Cache {
        /// The cached apps; nil if they must be read.
        var apps: [Data: TokenHolder]?
        /// The cached readers; nil if they must be read.
        var readers: [Data: ReaderToken]?
        /// The origins of pages that the owner has allowed with an app, by its identifier; nil if they must be read.
        var origins: [String: Set<String>]?
        /// The number of times the cache was cleared. Apps that were read before the last time are not cached.
        var generation = 0
        /// The time at which the use of each app and reader was last recorded.
        var uses: [String: Date] = [:]
    }

    init(_ database: HealthDatabase, clock: @escaping @Sendable () -> Date, later: LaterWrites) {
        self.database = database
        self.clock = clock
        self.later = later
    }

    /// Returns the app with a token, or nil if no app has the token or it has not been used for a year.
    func app(token: String, _ workers: WorkPool) async throws -> AppIdentity? {
        try await app(hash: Secret.hash(token), workers)
    }

    /// Returns the app with the hash of a token; see ``app(token:_:)``.
    func app(hash: Data, _ workers: WorkPool) async throws -> AppIdentity? {
        try await holder(hash: hash, workers)?.app
    }

    /// Returns the app with a token and the facts of the token; see ``app(token:_:)``.
    func holder(token: String, _ workers: WorkPool) async throws -> TokenHolder? {
        try await holder(hash: Secret.hash(token), workers)
    }

    private func holder(hash: Data, _ workers: WorkPool) async throws -> TokenHolder? {
        let (known, generation) = cache.withLock { ($0.apps, $0.generation) }
        let apps: [Data: TokenHolder]
        if let known { apps = known } else { apps = try await workers.run { try self.load(generation) } }
        guard let holder = apps[hash], isCurrent(holder) else { return nil }
        return holder
    }

    /// Returns the reader with the hash of a token, or nil if no reader has the token or it has not been used for a year.
    func reader(hash: Data, _ workers: WorkPool) async throws -> ReaderToken? {
        let (known, generation) = cache.withLock { ($0.readers, $0.generation) }
        let readers: [Data: ReaderToken]
        if let known { readers = known } else { readers = try await workers.run { try self.loadReaders(generation) } }
        guard let reader = readers[hash], isUsed([reader.created, reader.used], by: reader.key) else { return nil }
        return reader
    }

    /// Returns whether the owner has allowed the pages of an origin with an app, or with any app.
    /// - Parameter app: The identifier of the app; nil for any.
    func isAllowed(origin: String, of app: String?, _ workers: WorkPool) async throws -> Bool {
        let (known, generation) = cache.withLock { ($0.origins, $0.generation) }
        let origins: [String: Set<String>]
        if let known { origins = known } else { origins = try await workers.run { try self.loadOrigins(generation) } }
        if let app { return origins[app]?.contains(origin) ?? false }
        return origins.values.contains { $0.contains(origin) }
    }

    private func loadOrigins(_ generation: Int) throws -> [String: Set<String>] {
        try listen()
        let clients = try database.apps.oauthClients.approved()
        let origins = Dictionary(
            clients.map { ($0.identifier, Set($0.redirects.compactMap(RedirectAddress.origin))) }
        ) { first, _ in first }
        cache.withLock { cache in
            if cache.generation == generation { cache.origins = origins }
        }
        return origins
    }

    private func isCurrent(_ holder: TokenHolder) -> Bool {
        if let expires = holder.expires { return clock() < expires }
        return isUsed([holder.created, holder.used], by: holder.app.identifier)
    }

    /// Returns whether a token is used.
    /// - Parameters:
    ///   - dates: The dates of its creation and of its last use in the store.
    ///   - user: The key of its app or reader in the recorded uses.
    private func isUsed(_ dates: [Date?], by user: String) -> Bool {
        let uses = (dates + [cache.withLock { $0.uses[user] }]).compactMap { $0 }
        return uses.contains { clock().timeIntervalSince($0) < Self.idleSeconds }
    }

    private func loadReaders(_ generation: Int) throws -> [Data: ReaderToken] {
        try listen()
        let readers = Dictionary(try database.apps.readers.all().map { ($0.hash, $0) }) { first, _ in first }
        cache.withLock { cache in
            if cache.generation == generation { cache.readers = readers }
        }
        return readers
    }

    private func load(_ generation: Int) throws -> [Data: TokenHolder] {
        try listen()
        let holders = try database.apps.validTokens()
        let apps = Dictionary(holders.map { ($0.hash, $0) }) { first, _ in first }
        cache.withLock { cache in
            if cache.generation == generation { cache.apps = apps }
        }
        return apps
    }

    /// Subscribes to changes, once.
    private func listen() throws {
        try subscription.withLock { subscription in
            guard subscription == nil else { return }
            subscription = try database.subscribe { [weak self] range in
                if range.topics.contains(.permissions) { self?.empty() }
            }
        }
    }

    /// Clears the cache.
    func empty() {
        cache.withLock { cache in
            cache.apps = nil
            cache.readers = nil
            cache.origins = nil
            cache.generation += 1
        }
    }

    // MARK: - Changes

    /// Replaces a token of an app with a new one.
    func rotate(_ old: String) throws -> String {
        let token = Secret.token()
        defer { empty() }
        guard try database.apps.replaceToken(Secret.hash(old), with: Secret.hash(token), at: clock()) else {
            throw Problem(.conflict, "The token has been replaced or revoked meanwhile.")
        }
        return token
    }

    /// Removes the token and the permissions of an app, so that it can register again.
    package func release(_ identifier: String) throws {
        defer { empty() }
        try database.apps.release(identifier, at: clock())
    }

    /// Revokes all permissions of an app. Its streams end, and so do the tokens of a client of OAuth 2.
    package func revoke(_ identifier: String) throws {
        defer { empty() }
        try database.apps.revoke(identifier)
    }

    /// Ends the registration of an app at its own request.
    func leave(_ identifier: String) throws {
        defer { empty() }
        try database.apps.leave(identifier, at: clock())
    }

    /// Stores an app's description of itself.
    /// - Returns: The app after the change, without a new name, which requires the owner's approval.
    func describe(_ app: AppIdentity) throws -> AppIdentity {
        defer { empty() }
        return try database.apps.describe(app, at: clock())
    }

    /// Decides on an app's request for a new name.
    /// - Throws: A ``Problem``, `conflict` for a name that resembles that of another app.
    package func decide(rename name: String, of identifier: String, isAccepted: Bool) throws {
        defer { empty() }
        if isAccepted, try PairingCode.app(in: database, named: name, besides: identifier) != nil {
            throw Problem(.conflict, "The name resembles that of another app. Refuse it, or remove the other app.")
        }
        try database.apps.decide(rename: name, of: identifier, isAccepted: isAccepted)
    }

    /// Removes an app.
    package func forget(_ identifier: String) throws {
        defer { empty() }
        try database.apps.forget(identifier)
    }

    /// Creates a reader of a connection of Nightscout.
    /// - Throws: A `StoreError`; see ``NewReader/create(_:of:in:at:)``.
    package func addReader(_ name: String?, of app: String) throws -> NewReader {
        defer { empty() }
        return try NewReader.create(name, of: app, in: database, at: clock())
    }

    /// Revokes the token of a reader.
    package func revokeReader(_ name: String, of app: String) throws {
        defer { empty() }
        try database.apps.readers.revoke(name, of: app)
    }

    // MARK: - Use

    /// Records that an app uses the database and from which address, at most once every ten minutes for each app. The write is made
    /// later.
    func noteUse(_ app: AppIdentity, from address: String? = nil) {
        guard let now = dueUse(of: app.identifier) else { return }
        later.add("app \(app.identifier)") { [database] in
            try database.apps.noteUse(of: app.identifier, at: now, from: address)
        }
    }

    /// Records that a reader uses its token, as for an app.
    func noteUse(_ reader: ReaderToken, from address: String?) {
        guard let now = dueUse(of: reader.key) else { return }
        later.add("reader \(reader.id)") { [database] in
            try database.apps.readers.noteUse(of: reader.id, at: now, from: address)
        }
    }

    /// Returns the current date if a use must be recorded now.
    private func dueUse(of user: String) -> Date? {
        let now = clock()
        return cache.withLock { cache in
            if let last = cache.uses[user], now.timeIntervalSince(last).magnitude < Self.useSeconds { return nil }
            cache.uses[user] = now
            return now
        }
    }
}
