// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthStore
import Synchronization

/// Who of those that ask is the owner of the database.
///
/// A session is 32 random bytes in a cookie and 32 more that only the daemon's own pages get; the store has their SHA-256. It
/// ends when it has not been used for twelve hours, and after seven days in any case.
final class OwnerSessions: Sendable {
    /// How long a session lives without being used, in seconds.
    static let idleSeconds: TimeInterval = 12 * 3600
    /// How long a session lives, however much it is used, in seconds.
    static let lifetimeSeconds: TimeInterval = 7 * 86_400
    /// For how long the passphrase counts as just given, in seconds.
    static let confirmSeconds: TimeInterval = 300
    /// Uses are written down once a minute.
    private static let useSeconds: TimeInterval = 60
    /// How many attempts of clients that are not known may wait for their turn.
    private static let mostWaiting = 32

    let database: HealthDatabase
    let clock: @Sendable () -> Date
    private let cost: Passphrase.Cost
    private let later: LaterWrites
    /// Hashes take much memory: one is made at a time, and one more for clients that have signed in before, which do not
    /// wait behind those that are not known.
    private let hashing = WorkPool(threads: 1)
    private let hashingForKnown = WorkPool(threads: 1)
    private let waiting = Mutex(0)
    private let code = Mutex<String?>(nil)
    let locks = SignInLocks()
    let codes: RateLimiter<Int>
    /// The second factor.
    let secondFactor: SecondFactor
    /// Keys that authenticators were offered in sessions, until one of their codes proves that they have them.
    private let offers = Mutex<[Int64: (key: Data, end: Date)]>([:])
    private static let offerSeconds: TimeInterval = 600
    /// Marks the forms that are shown before there is a session.
    let seal = FormSeal()

    init(
        _ database: HealthDatabase, clock: @escaping @Sendable () -> Date, cost: Passphrase.Cost = .standard,
        rates: RequestRates, later: LaterWrites
    ) {
        self.database = database
        self.clock = clock
        self.cost = cost
        self.later = later
        codes = rates.codes
        secondFactor = SecondFactor(database)
    }

    // MARK: - The owner

    /// Whether somebody has set a passphrase.
    func hasOwner() throws -> Bool { try database.owner() != nil }

    /// What the first passphrase has to be given with, so that nobody else who reaches the daemon can set it: made at the
    /// first call, and shown to whoever started the daemon.
    /// - Returns: nil where there is an owner.
    func setupCode() throws -> String? {
        if try hasOwner() { return nil }
        return code.withLock { code in
            let made = code ?? Secret.code(groups: 3)
            code = made
            return made
        }
    }

    /// Sets the first passphrase, with the code.
    /// - Returns: whether the code was right and there was no passphrase.
    func setUp(code given: String, passphrase: String) async throws -> Bool {
        let given = given.trimmingCharacters(in: .whitespaces).uppercased()
        guard let code = code.withLock({ $0 }), Secret.isEqual(given, code) else { return false }
        guard try await setPassphrase(passphrase, isFirst: true) else { return false }
        self.code.withLock { $0 = nil }
        return true
    }

    /// Sets the passphrase, and ends all sessions.
    /// - Returns: whether it was set: not where it is to be the first and there is one.
    func setPassphrase(_ passphrase: String, isFirst: Bool = false) async throws -> Bool {
        try await hashingForKnown.run {
            try self.database.setOwner(
                try Passphrase.secret(passphrase, self.cost), isFirst: isFirst, at: self.clock())
        }
    }

    // MARK: - Waiting for a turn

    /// Does something that takes a hash, after what came before it.
    /// - Throws: a ``SignInFailure`` where too many clients that are not known wait already.
    func hashing<T: Sendable>(_ client: SignInClient, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        if client.isKnown { return try await hashingForKnown.run(body) }
        let isFull = waiting.withLock { waiting in
            if waiting >= Self.mostWaiting { return true }
            waiting += 1
            return false
        }
        if isFull { throw SignInFailure.locked(seconds: 10) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await hashing.run(body)
    }

    // MARK: - Sessions

    /// The session that one of the cookies of a request names; nil where there is none.
    func session(_ cookies: [String]) throws -> UnprovenSession? {
        let now = clock()
        for cookie in cookies {
            guard let stored = try database.ownerSession(hash: Secret.hash(cookie)), !Self.isOver(stored, at: now)
            else { continue }
            if abs(now.timeIntervalSince(stored.used)) > Self.useSeconds { noteUse(of: stored.id, at: now) }
            return UnprovenSession(stored: stored)
        }
        return nil
    }

    /// Whether a session has ended.
    static func isOver(_ session: StoredOwnerSession, at now: Date) -> Bool {
        abs(now.timeIntervalSince(session.used)) > idleSeconds
            || abs(now.timeIntervalSince(session.created)) > lifetimeSeconds
    }

    /// The sessions that have not ended, the one that was used last first.
    func sessions() throws -> [StoredOwnerSession] {
        let now = clock()
        return try database.ownerSessions().filter { !Self.isOver($0, at: now) }
    }

    /// Notes the use of a session later, since reading must not wait for a writer.
    private func noteUse(of id: Int64, at now: Date) {
        later.add("session \(id)") { [database] in try database.noteUse(ofOwnerSession: id, at: now) }
    }

    /// Remembers the key that an authenticator is offered in a session; nil for none.
    func offer(_ key: Data?, to session: OwnerSession) {
        let now = clock()
        offers.withLock { offers in
            offers = offers.filter { $0.value.end > now }
            offers[session.id] = key.map { ($0, now + Self.offerSeconds) }
        }
    }

    /// The key that was offered in a session; nil where there is none, or it was too long ago.
    func offered(to session: OwnerSession) -> Data? {
        let now = clock()
        return offers.withLock { $0[session.id] }.flatMap { $0.end > now ? $0.key : nil }
    }

    /// Ends a session.
    /// - Returns: whether there was one.
    @discardableResult func signOut(_ id: Int64) throws -> Bool { try database.removeOwnerSession(id) }

    /// Ends all sessions.
    func signOutEverywhere() throws { try database.removeOwnerSessions() }
}
