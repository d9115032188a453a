// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthStore
import Synchronization

/// Who of those that ask is the owner of the database.
///
/// A session is 32 random bytes in a cookie; the store has their SHA-256. It ends when it has not been used for twelve hours.
final class OwnerSessions: Sendable {
    /// How long a session lives without being used, in seconds.
    static let idleSeconds: TimeInterval = 12 * 3600
    /// How many wrong passphrases there may be before the first lock.
    static let mostFailures = 5
    /// How long the first lock takes, in seconds; each further wrong passphrase doubles it, up to an hour.
    static let firstLockSeconds = 30.0
    private static let longestLockSeconds = 3600.0
    /// Uses are written down once a minute.
    private static let useSeconds: TimeInterval = 60

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    private let cost: Passphrase.Cost
    /// Hashes take much memory: one is made at a time.
    private let hashing = WorkPool(threads: 1)
    private let code = Mutex<String?>(nil)
    /// Marks the forms that are shown before there is a session.
    let seal = FormSeal()

    init(
        _ database: HealthDatabase, clock: @escaping @Sendable () -> Date, cost: Passphrase.Cost = .standard
    ) {
        self.database = database
        self.clock = clock
        self.cost = cost
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
            let made = code ?? Self.newCode()
            code = made
            return made
        }
    }

    /// Twelve letters and digits that are not easily taken for one another.
    private static func newCode() -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<3).map { _ in String((0..<4).map { _ in letters[Int.random(in: 0..<32, using: &random)] }) }
            .joined(separator: "-")
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
        try await hashing.run {
            try self.database.setOwner(
                try Passphrase.secret(passphrase, self.cost), isFirst: isFirst, at: self.clock())
        }
    }

    // MARK: - Sessions

    /// Begins a session.
    /// - Throws: a ``SignInFailure``.
    func signIn(_ passphrase: String) async throws -> OwnerSession {
        try await hashing.run { try self.begin(passphrase) }
    }

    private func begin(_ passphrase: String) throws -> OwnerSession {
        guard let owner = try database.owner() else { throw SignInFailure.noOwner }
        let now = clock()
        if let end = owner.lockedUntil, end > now {
            throw SignInFailure.locked(seconds: Int(end.timeIntervalSince(now).rounded(.up)))
        }
        guard passphrase.utf8.count <= Passphrase.most, try Passphrase.matches(passphrase, owner.secret) else {
            try database.noteWrongPassphrase { Self.lockSeconds(failures: $0).map { now + $0 } }
            throw SignInFailure.wrong
        }
        let session = OwnerSession(name: Secret.random(), formToken: Secret.random())
        try database.addOwnerSession(
            StoredOwnerSession(formToken: session.formToken, created: now, used: now),
            hash: Secret.hash(session.name), forgettingBefore: now - Self.idleSeconds)
        return session
    }

    /// For how many seconds no passphrase is looked at after so many wrong ones.
    static func lockSeconds(failures: Int) -> Double? {
        guard failures >= mostFailures else { return nil }
        return min(longestLockSeconds, firstLockSeconds * pow(2, Double(failures - mostFailures)))
    }

    /// The session that a cookie names; nil where there is none.
    func session(_ name: String) throws -> OwnerSession? {
        let hash = Secret.hash(name)
        let now = clock()
        guard let stored = try database.ownerSession(hash: hash) else { return nil }
        guard abs(now.timeIntervalSince(stored.used)) <= Self.idleSeconds else {
            try database.removeOwnerSession(hash: hash)
            return nil
        }
        if abs(now.timeIntervalSince(stored.used)) > Self.useSeconds {
            try database.noteUse(ofOwnerSession: hash, at: now)
        }
        return OwnerSession(name: name, formToken: stored.formToken)
    }

    /// Ends a session.
    func signOut(_ session: OwnerSession) throws {
        try database.removeOwnerSession(hash: Secret.hash(session.name))
    }
}
