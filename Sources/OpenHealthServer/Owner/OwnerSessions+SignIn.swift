// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore

/// Sign-in, and confirmation of the passphrase.
extension OwnerSessions {
    /// Begins a session.
    /// - Throws: A ``SignInFailure``.
    func signIn(_ attempt: SignInAttempt) async throws -> NewSession {
        try await hashing(attempt.client) { try self.begin(attempt) }
    }

    private func begin(_ attempt: SignInAttempt) throws -> NewSession {
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
        return NewSession(session: session, cookie: cookie, device: device)
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
