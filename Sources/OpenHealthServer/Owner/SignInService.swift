// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore

/// The owner's sign-in: its limits by client, and its errors.
package struct SignInService: Sendable {
    private let scope: RequestScope
    /// The maximum length of a stored user agent, in code points.
    private static let maximumOfAgent = 200

    package init(_ scope: RequestScope) {
        self.scope = scope
    }

    /// Begins a session.
    /// - Throws: A ``SignInRefusal``.
    package func signIn(_ passphrase: String, code: String? = nil) async throws -> NewOwnerSession {
        let (services, request) = (scope.services, scope.request)
        let client = try await countedClient()
        let agent: String = request.headers[.userAgent] ?? ""
        let attempt = SignInAttempt(
            passphrase: passphrase, code: code, client: client,
            address: scope.clientAddress?.ipAddress ?? "",
            agent: String(agent.unicodeScalars.prefix(Self.maximumOfAgent)),
            replaced: OwnerSessionCookie.sessions(in: request, services))
        return try await refusing { try await services.owner.signIn(attempt) }
    }

    /// Checks the passphrase again in a session.
    /// - Throws: A ``SignInRefusal``.
    func confirm(_ passphrase: String) async throws {
        let (owner, session, client) = (scope.services.owner, try scope.owner(), try await countedClient())
        try await refusing { try await owner.confirm(session, passphrase, client) }
    }

    /// Sets the first passphrase and begins a session.
    /// - Throws: A ``SignInRefusal``.
    package func setUp(code: String, passphrase: String) async throws -> NewOwnerSession {
        _ = try await countedClient()
        let owner = scope.services.owner
        if try await scope.blocking({ try owner.hasOwner() }) { throw SignInRefusal.hasOwner }
        guard try await owner.setUp(code: code, passphrase: passphrase) else { throw SignInRefusal.wrongCode }
        return try await signIn(passphrase)
    }

    /// Counts an attempt at a secret that can be guessed.
    /// - Throws: A ``SignInRefusal``.
    func countAttempt() async throws { _ = try await countedClient() }

    private func refusing<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let failure as SignInFailure {
            switch failure {
            case .noOwner: throw SignInRefusal.noOwner
            case .wrong: throw SignInRefusal.wrongPassphrase
            case .tooManyCodes:
                scope.logger.warning(
                    """
                    a sign-in with the right passphrase was refused because of too many codes from unknown browsers; if they are not \
                    yours, change the passphrase
                    """)
                throw SignInRefusal.wrongPassphrase
            case .codeNeeded: throw SignInRefusal.codeNeeded
            case .locked(let seconds): throw SignInRefusal.locked(seconds: seconds)
            }
        }
    }

    /// Counts an attempt.
    /// - Returns: The client that it counts for.
    private func countedClient() async throws -> SignInClient {
        let client = try await client()
        do throws(Problem) {
            try scope.services.rates.wrongPassphrases.count(client, "")
        } catch {
            throw SignInRefusal.tooMany(seconds: error.retryAfter ?? 1)
        }
        return client
    }

    private func client() async throws -> SignInClient {
        let address = ClientAddress(scope.clientAddress)
        let hashes = OwnerSessionCookie.devices(in: scope.request, scope.services).map(Secret.hash)
        guard !hashes.isEmpty else { return .address(address) }
        let database = scope.database
        let known = try await scope.services.workers.run {
            try hashes.first { try database.owner.knowsDevice(hash: $0) }
        }
        return known.map { .device($0, address) } ?? .address(address)
    }
}

/// An attempt to sign in.
struct SignInAttempt: Sendable {
    let passphrase: String
    /// The code of the second factor, if one was sent.
    let code: String?
    let client: SignInClient
    /// The address that the attempt comes from.
    let address: String
    /// The user agent of the browser.
    let agent: String
    /// The request's session cookies, whose sessions the new session replaces.
    let replaced: [String]
}

/// The reason why an attempt to sign in failed.
enum SignInFailure: Error, Equatable {
    /// No passphrase has been set.
    case noOwner
    /// The passphrase or the code is wrong.
    case wrong
    /// The passphrase is right, and too many codes were sent with it. The client gets the same response as for ``wrong``.
    case tooManyCodes
    /// A second factor is enabled, and no code was sent. The passphrase was not checked.
    case codeNeeded
    /// There were too many failures; attempts are checked again after a number of seconds.
    case locked(seconds: Int)
}

/// The reason why a sign-in as the owner fails. Programs get a problem, people a page in their language.
package enum SignInRefusal: Error, Equatable {
    /// No passphrase has been set.
    case noOwner
    /// A passphrase has already been set.
    case hasOwner
    /// The passphrase, or the code of the second factor, is wrong.
    case wrongPassphrase
    /// A second factor is enabled, and no code was sent.
    case codeNeeded
    /// The code is not the one that the server printed.
    case wrongCode
    /// There were too many wrong passphrases; attempts are checked again after a number of seconds.
    case locked(seconds: Int)
    /// There were too many attempts from one address.
    case tooMany(seconds: Int)

    /// The problem for programs.
    var problem: Problem {
        switch self {
        case .noOwner: Problem(.conflict, "No passphrase is set yet. Set one at /owner/setup.")
        case .hasOwner: Problem(.conflict, "A passphrase is already set. Sign in at /owner/login.")
        case .wrongPassphrase:
            Problem(.forbidden, "The passphrase is wrong, or the code if a second factor is in use.")
        case .codeNeeded:
            Problem(
                .forbidden, "A second factor is in use. Send the authenticator's code, or a recovery code, as code.",
                faults: [Problem.Fault("/code", "Missing value.")])
        case .wrongCode:
            Problem(.forbidden, "The code is wrong. The server printed it when it started.")
        case .locked(let seconds):
            Problem(
                .tooManyRequests, "There were too many wrong passphrases. Wait before the next attempt.",
                retryAfter: seconds)
        case .tooMany(let seconds):
            Problem(.tooManyRequests, "Too many attempts from this address. Wait.", retryAfter: seconds)
        }
    }
}
