// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The owner's passphrase, and its hash.
///
/// The hash is scrypt (RFC 7914) of swift-crypto's `CryptoExtras`: with N = 2^17, r = 8 and p = 1 one guess takes 128 MiB of
/// memory, as OWASP's password storage sheet recommends.
package enum Passphrase {
    /// The cost of a hash.
    package struct Cost: Sendable {
        /// N, which must be a power of two.
        package var rounds: Int
        /// r.
        package var blockSize: Int
        /// p.
        package var parallelism: Int

        /// The cost of every passphrase outside tests.
        package static let standard = Cost(rounds: 1 << 17, blockSize: 8, parallelism: 1)
        /// The cost for tests that do not depend on it.
        package static let low = Cost(rounds: 1 << 4, blockSize: 8, parallelism: 1)
    }

    private static let saltBytes = 16
    private static let hashBytes = 32

    /// Returns the hash of a new passphrase.
    package static func secret(_ text: String, _ cost: Cost = .standard) throws -> OwnerSecret {
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: saltBytes * 8)).withUnsafeBytes { Data($0) }
        var secret = OwnerSecret(
            salt: salt, hash: Data(), rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        secret.hash = try hash(text, secret)
        return secret
    }

    /// Returns whether a string is the passphrase. The duration is the same in both cases.
    static func matches(_ text: String, _ secret: OwnerSecret) throws -> Bool {
        let hash = try hash(text, secret)
        guard hash.count == secret.hash.count else { return false }
        return zip(hash, secret.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ text: String, _ secret: OwnerSecret) throws -> Data {
        // Keyboards produce the same letters in composed or decomposed form.
        let bytes = Data(text.precomposedStringWithCanonicalMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: bytes, salt: secret.salt, outputByteCount: hashBytes, rounds: secret.rounds,
            blockSize: secret.blockSize, parallelism: secret.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}

/// The error of a form that requires the passphrase again.
package struct ConfirmationNeeded: Error {
    /// The form's field for the passphrase.
    package static let field = "passphrase"

    /// The problem with the passphrase that was sent, if any.
    package var refusal: SignInRefusal?
}

extension RequestScope {
    /// Whether the passphrase was recently entered.
    private var isConfirmed: Bool {
        get throws {
            let age = services.configuration.clock().timeIntervalSince(try owner().confirmed)
            return age.magnitude <= OwnerSessions.confirmSeconds
        }
    }

    /// Checks that the owner has recently entered the passphrase, so that an unattended session cannot extend permissions.
    /// - Throws: A ``Problem``.
    func checkConfirmed() throws {
        guard try isConfirmed else {
            throw Problem(
                .confirmationRequired,
                "The sign-in was too long ago. Send the passphrase to POST /v1/owner/session/confirmation first."
            )
        }
    }

    /// Checks the same for a form, which can contain the passphrase.
    /// - Throws: A ``ConfirmationNeeded``, which the pages answer with a form for the passphrase.
    package func confirm(_ form: FormFields) async throws {
        if try isConfirmed { return }
        guard let passphrase = form[ConfirmationNeeded.field], !passphrase.isEmpty else { throw ConfirmationNeeded() }
        do {
            try await SignInService(self).confirm(passphrase)
        } catch let refusal as SignInRefusal {
            throw ConfirmationNeeded(refusal: refusal)
        }
    }
}

extension AuthorizationDecision {
    /// Whether the decision grants a permission.
    package var isGrant: Bool {
        share.values.contains(.authorized) || read.values.contains { PermissionStatusJSON($0) == .authorized }
    }
}
