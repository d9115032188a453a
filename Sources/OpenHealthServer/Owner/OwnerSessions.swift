// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthAPI
import OpenHealthStore
import Synchronization

/// The authentication of the owner.
///
/// A session has 32 random bytes in a cookie and 32 more that only the server's own pages receive; the store contains their
/// SHA-256 hashes. It ends when it has not been used for twelve hours, and after seven days in any case.
package final class OwnerSessions: Sendable {
    /// The lifetime of an unused session, in seconds.
    static let idleSeconds: TimeInterval = 12 * 3600
    /// The maximum lifetime of a session, in seconds.
    static let lifetimeSeconds: TimeInterval = 7 * 86_400
    /// The time for which the passphrase is considered recently entered, in seconds.
    static let confirmSeconds: TimeInterval = 300
    /// The interval at which uses are recorded, in seconds.
    private static let useSeconds: TimeInterval = 60

    let database: HealthDatabase
    let clock: @Sendable () -> Date
    private let cost: Passphrase.Cost
    private let later: LaterWrites
    /// Hashes need much memory. Only one is computed at a time, plus one for clients that have signed in before, so that these do
    /// not wait for unknown ones.
    let places = SignInPlaces()
    private let hashingForKnown = WorkPool(threads: 1)
    private let code = Mutex<String?>(nil)
    let locks = SignInLocks()
    let codes: RateLimiter<Int>
    /// The second factor.
    let secondFactor: SecondFactor
    /// The keys that were offered to authenticators in sessions, until a code proves that the authenticator has the key.
    private let offers = Mutex<[Int64: (key: Data, end: Date)]>([:])
    private static let offerSeconds: TimeInterval = 600
    /// The seal of forms that are shown before there is a session.
    package let seal = FormSeal()

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

    /// Returns whether a passphrase has been set.
    package func hasOwner() throws -> Bool { try database.owner.secret() != nil }

    /// Returns the code that is required with the first passphrase, so that no other client of the server can set it. The code is
    /// created by the first call, and shown to the person who started the server.
    /// - Returns: The code, or nil if there is an owner.
    func setupCode() throws -> String? {
        if try hasOwner() { return nil }
        return code.withLock { code in
            let made = code ?? Secret.code(groups: 3)
            code = made
            return made
        }
    }

    /// Sets the first passphrase with the setup code, whose case and separators are ignored.
    /// - Returns: Whether the code was correct and there was no passphrase.
    func setUp(code given: String, passphrase: String) async throws -> Bool {
        func plain(_ text: String) -> String { text.uppercased().filter { $0.isLetter || $0.isNumber } }
        guard let code = code.withLock({ $0 }), Secret.isEqual(plain(given), plain(code)) else { return false }
        guard try await setPassphrase(passphrase, isFirst: true) else { return false }
        self.code.withLock { $0 = nil }
        return true
    }

    /// Sets the passphrase and ends all sessions.
    /// - Returns: Whether the passphrase was set; false if it must be the first but another exists.
    func setPassphrase(_ passphrase: String, isFirst: Bool = false) async throws -> Bool {
        try await hashingForKnown.run {
            try self.database.owner.setSecret(
                try Passphrase.secret(passphrase, self.cost), isFirst: isFirst, at: self.clock())
        }
    }

    // MARK: - Turns

    /// Runs a closure that computes a hash, in the order of ``SignInPlaces``.
    /// - Throws: A ``SignInFailure`` if the client is not known and has no place.
    func hashing<T: Sendable>(_ client: SignInClient, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        guard case .address(let address) = client else { return try await hashingForKnown.run(body) }
        return try await places.run(address, failures: locks.failures(client), body)
    }

    // MARK: - Sessions

    /// Returns the session that one of the cookies of a request identifies, or nil if there is none.
    func session(_ cookies: [String]) throws -> UnprovenOwnerSession? {
        let now = clock()
        for cookie in cookies {
            guard let stored = try database.owner.session(hash: Secret.hash(cookie)), !Self.isOver(stored, at: now)
            else { continue }
            if now.timeIntervalSince(stored.used).magnitude > Self.useSeconds { noteUse(of: stored.id, at: now) }
            return UnprovenOwnerSession(stored: stored)
        }
        return nil
    }

    /// Returns whether a session has ended.
    static func isOver(_ session: StoredOwnerSession, at now: Date) -> Bool {
        now.timeIntervalSince(session.used).magnitude > idleSeconds
            || now.timeIntervalSince(session.created).magnitude > lifetimeSeconds
    }

    /// Returns the sessions that have not ended, the most recently used first.
    func sessions() throws -> [StoredOwnerSession] {
        let now = clock()
        return try database.owner.sessions().filter { !Self.isOver($0, at: now) }
    }

    /// Records the use of a session later, because reads must not wait for a write.
    private func noteUse(of id: Int64, at now: Date) {
        later.add("session \(id)") { [database] in try database.owner.noteUse(ofSession: id, at: now) }
    }

    /// Stores the key that is offered to an authenticator in a session; nil removes it.
    func offer(_ key: Data?, to session: OwnerSession) {
        let now = clock()
        offers.withLock { offers in
            offers = offers.filter { $0.value.end > now }
            offers[session.id] = key.map { ($0, now + Self.offerSeconds) }
        }
    }

    /// Returns the key that was offered in a session, or nil if there is none or it has expired.
    func offered(to session: OwnerSession) -> Data? {
        let now = clock()
        return offers.withLock { $0[session.id] }.flatMap { $0.end > now ? $0.key : nil }
    }

    /// Ends a session.
    /// - Returns: Whether there was such a session.
    @discardableResult package func signOut(_ id: Int64) throws -> Bool { try database.owner.removeSession(id) }

    /// Ends all sessions.
    func signOutEverywhere() throws { try database.owner.removeSessions() }
}

/// An owner's session in a request that has both its cookie and its token.
package struct OwnerSession: Sendable {
    /// The number of the session in the store.
    package let id: Int64
    /// The token that scripts and forms of the server's own pages send in addition to the cookie.
    package let formToken: String
    /// The SHA-256 hash of the token.
    package let tokenHash: Data
    /// The last time that the passphrase was entered.
    let confirmed: Date
}

/// An owner's session in a request that has only its cookie.
///
/// The owner's browser sends the cookie to every port of the host, so the sender may have read it on another port.
package struct UnprovenOwnerSession: Sendable {
    let stored: StoredOwnerSession

    /// Returns the session if a token is its token, or nil otherwise.
    package func proven(by token: String) -> OwnerSession? {
        guard Secret.hash(token) == stored.tokenHash else { return nil }
        return OwnerSession(
            id: stored.id, formToken: token, tokenHash: stored.tokenHash, confirmed: stored.confirmed)
    }
}

/// A new session and the cookies for the browser.
package struct NewOwnerSession: Sendable {
    package let session: OwnerSession
    /// The value of the session's cookie.
    let cookie: String
    /// The value of the cookie that identifies the browser.
    let device: String
}

/// Sign-in, and confirmation of the passphrase.
extension OwnerSessions {
    /// Begins a session.
    /// - Throws: A ``SignInFailure``.
    func signIn(_ attempt: SignInAttempt) async throws -> NewOwnerSession {
        try await hashing(attempt.client) { try self.begin(attempt) }
    }

    private func begin(_ attempt: SignInAttempt) throws -> NewOwnerSession {
        let factor = try database.owner.secondFactor()
        let code = attempt.code?.trimmingCharacters(in: .whitespaces) ?? ""
        // The request for the code reveals nothing about the passphrase, and does not count as a failure.
        if factor != nil, code.isEmpty, try hasOwner() { throw SignInFailure.codeNeeded }
        let now = try check(attempt.passphrase, factor.map { (code, $0) }, attempt.client)
        locks.clear(attempt.client)

        let (cookie, device, token) = (Secret.random(), Secret.random(), Secret.random())
        let stored = try database.owner.addSession(
            StoredOwnerSession(
                tokenHash: Secret.hash(token), created: now, address: attempt.address, agent: attempt.agent),
            hash: Secret.hash(cookie), device: Secret.hash(device), replacing: attempt.replaced.map(Secret.hash),
            forgetting: { Self.isOver($0, at: now) })
        let session = OwnerSession(
            id: stored.id, formToken: token, tokenHash: stored.tokenHash, confirmed: stored.confirmed)
        return NewOwnerSession(session: session, cookie: cookie, device: device)
    }

    /// Checks the passphrase again in a session.
    /// - Throws: A ``SignInFailure``.
    func confirm(_ session: OwnerSession, _ passphrase: String, _ client: SignInClient) async throws {
        try await hashing(client) {
            let now = try self.check(passphrase, nil, client)
            self.locks.clear(client)
            try self.database.owner.confirmSession(session.id, at: now)
        }
    }

    /// Checks the passphrase, and the code of the second factor if one is required.
    ///
    /// The response, its time and the counts of the client are the same whichever of the two is wrong. So is the response while the limit of
    /// codes is used up: only attempts with the right passphrase use it up, so any other response would confirm the passphrase.
    /// - Returns: The time of the check.
    /// - Throws: A ``SignInFailure``.
    private func check(
        _ passphrase: String, _ factor: (code: String, stored: StoredSecondFactor)?, _ client: SignInClient
    ) throws -> Date {
        guard let secret = try database.owner.secret() else { throw SignInFailure.noOwner }
        let now = clock()
        if let seconds = locks.seconds(client, at: now) { throw SignInFailure.locked(seconds: seconds) }
        // Only reads: a write would wait for other writers, and only with the right passphrase.
        let isCode = try factor.map { try secondFactor.isValid($0.code, of: $0.stored, at: now) } ?? true
        guard passphrase.utf8.count <= PassphraseFault.most, try Passphrase.matches(passphrase, secret) else {
            locks.noteFailure(client, at: now)
            throw SignInFailure.wrong
        }
        guard let factor else { return now }
        guard client.isKnown || client.isLoopback || (try? codes.count(0, "")) != nil else {
            locks.noteFailure(client, at: now)
            throw SignInFailure.tooManyCodes
        }
        guard isCode, try secondFactor.use(factor.code, of: factor.stored, at: now) else {
            locks.noteFailure(client, at: now)
            throw SignInFailure.wrong
        }
        return now
    }
}
