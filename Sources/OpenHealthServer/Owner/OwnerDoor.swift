// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore
import Hummingbird

/// The owner's sign-in: its limits by client, and its errors.
package struct OwnerDoor: Sendable {
    private let exchange: Exchange
    /// The maximum length of a stored user agent, in code points.
    private static let mostOfAgent = 200

    package init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    /// Begins a session.
    /// - Throws: a ``DoorRefusal``.
    package func signIn(_ passphrase: String, code: String? = nil) async throws -> NewSession {
        let (services, request) = (exchange.services, exchange.request)
        let client = try await countedClient()
        let agent: String = request.headers[.userAgent] ?? ""
        let attempt = SignInAttempt(
            passphrase: passphrase, code: code, client: client,
            address: exchange.clientAddress?.ipAddress ?? "",
            agent: String(agent.unicodeScalars.prefix(Self.mostOfAgent)),
            replaced: SessionCookie.sessions(in: request, services))
        return try await refusing { try await services.owner.signIn(attempt) }
    }

    /// Checks the passphrase again in a session.
    /// - Throws: a ``DoorRefusal``.
    func confirm(_ passphrase: String) async throws {
        let (owner, session, client) = (exchange.services.owner, try exchange.owner(), try await countedClient())
        try await refusing { try await owner.confirm(session, passphrase, client) }
    }

    /// Sets the first passphrase and begins a session.
    /// - Throws: a ``DoorRefusal``.
    package func setUp(code: String, passphrase: String) async throws -> NewSession {
        _ = try await countedClient()
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) { throw DoorRefusal.hasOwner }
        guard try await owner.setUp(code: code, passphrase: passphrase) else { throw DoorRefusal.wrongCode }
        return try await signIn(passphrase)
    }

    /// Counts an attempt at a secret that can be guessed.
    /// - Throws: a ``DoorRefusal``.
    func countAttempt() async throws { _ = try await countedClient() }

    private func refusing<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let failure as SignInFailure {
            switch failure {
            case .noOwner: throw DoorRefusal.noOwner
            case .wrong: throw DoorRefusal.wrongPassphrase
            case .codeNeeded: throw DoorRefusal.codeNeeded
            case .locked(let seconds): throw DoorRefusal.locked(seconds: seconds)
            }
        }
    }

    /// Counts an attempt.
    /// - Returns: the client that it counts for.
    private func countedClient() async throws -> SignInClient {
        let client = try await client()
        do throws(Problem) {
            try exchange.services.rates.wrongPassphrases.count(client, "")
        } catch {
            throw DoorRefusal.tooMany(seconds: error.retryAfter ?? 1)
        }
        return client
    }

    private func client() async throws -> SignInClient {
        let address = ClientAddress(exchange.clientAddress)
        let hashes = SessionCookie.devices(in: exchange.request, exchange.services).map(Secret.hash)
        guard !hashes.isEmpty else { return .address(address) }
        let database = exchange.database
        let known = try await exchange.services.workers.run {
            try hashes.first { try database.knowsOwnerDevice(hash: $0) }
        }
        return known.map { .device($0, address) } ?? .address(address)
    }
}
