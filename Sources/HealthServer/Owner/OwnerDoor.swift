// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI
import Hummingbird

/// Where the owner comes in: what is limited by address, and what goes wrong.
struct OwnerDoor: Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Begins a session.
    /// - Throws: a ``DoorRefusal``.
    func signIn(_ passphrase: String) async throws -> OwnerSession {
        try count()
        do {
            return try await exchange.services.owner.signIn(passphrase)
        } catch let failure as SignInFailure {
            switch failure {
            case .noOwner: throw DoorRefusal.noOwner
            case .wrong: throw DoorRefusal.wrongPassphrase
            case .locked(let seconds): throw DoorRefusal.locked(seconds: seconds)
            }
        }
    }

    /// Sets the first passphrase and begins a session.
    /// - Throws: a ``DoorRefusal``.
    func setUp(code: String, passphrase: String) async throws -> OwnerSession {
        try count()
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) { throw DoorRefusal.hasOwner }
        guard try await owner.setUp(code: code, passphrase: passphrase) else { throw DoorRefusal.wrongCode }
        return try await signIn(passphrase)
    }

    private func count() throws(DoorRefusal) {
        do throws(Problem) {
            try exchange.services.rates.wrongPassphrases.count(ClientAddress(exchange.context.remoteAddress), "")
        } catch {
            throw .tooMany(seconds: error.retryAfter ?? 1)
        }
    }
}
