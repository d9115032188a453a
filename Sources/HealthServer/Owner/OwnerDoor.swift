// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI
import Hummingbird

/// Where the owner comes in: what is limited by address, and what goes wrong, in words.
struct OwnerDoor: Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Begins a session.
    /// - Throws: a ``Problem``.
    func signIn(_ passphrase: String) async throws -> OwnerSession {
        try count()
        do {
            return try await exchange.services.owner.signIn(passphrase)
        } catch let failure as SignInFailure {
            switch failure {
            case .noOwner:
                throw Problem(.conflict, "Nobody has set a passphrase yet. Do that at /owner/setup.")
            case .wrong: throw Problem(.forbidden, "This is not the passphrase.")
            case .locked(let seconds):
                throw Problem(
                    .tooManyRequests, "There were too many wrong passphrases. Wait before the next.",
                    retryAfter: seconds)
            }
        }
    }

    /// Sets the first passphrase and begins a session.
    /// - Throws: a ``Problem``.
    func setUp(code: String, passphrase: String) async throws -> OwnerSession {
        try count()
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) {
            throw Problem(.conflict, "There is a passphrase already. Sign in at /owner/login.")
        }
        guard try await owner.setUp(code: code, passphrase: passphrase) else {
            throw Problem(.forbidden, "This is not the code. It stands in what the daemon wrote when it started.")
        }
        return try await signIn(passphrase)
    }

    private func count() throws(Problem) {
        try exchange.services.rates.wrongPassphrases.count(
            ClientAddress(exchange.context.remoteAddress), "Too many tries from this address. Wait.")
    }
}
