// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import OpenHealthAccess
import OpenHealthStore

/// The owner's passphrase, and the hash by which it is recognised.
///
/// The hash is scrypt (RFC 7914) of swift-crypto's `CryptoExtras`: with N = 2^17, r = 8 and p = 1 one guess takes 128 MiB of
/// memory, which is what OWASP's password storage sheet asks for.
package enum Passphrase {
    /// What a hash costs.
    package struct Cost: Sendable {
        /// N: has to be a power of two.
        package var rounds: Int
        /// r.
        package var blockSize: Int
        /// p.
        package var parallelism: Int

        /// What every passphrase costs but those of tests.
        package static let standard = Cost(rounds: 1 << 17, blockSize: 8, parallelism: 1)
        /// For tests that do not ask about the cost.
        package static let low = Cost(rounds: 1 << 4, blockSize: 8, parallelism: 1)
    }

    /// How many characters a passphrase has at least.
    package static let fewest = 10
    /// How many bytes it has at the most.
    package static let most = 1024
    private static let saltBytes = 16
    private static let hashBytes = 32

    /// Why a text cannot be a passphrase.
    package enum Fault: Sendable {
        case tooShort
        case tooLong

        /// What programs are told.
        package var detail: String {
            switch self {
            case .tooShort: "The passphrase needs at least \(fewest) characters."
            case .tooLong: "The passphrase may have \(most) bytes at most."
            }
        }
    }

    /// Why a text cannot be a passphrase; nil where it can.
    package static func fault(_ text: String) -> Fault? {
        if text.count < fewest { return .tooShort }
        if text.utf8.count > most { return .tooLong }
        return nil
    }

    /// The hash of a new passphrase.
    package static func secret(_ text: String, _ cost: Cost = .standard) throws -> OwnerSecret {
        let salt = SymmetricKey(size: SymmetricKeySize(bitCount: saltBytes * 8)).withUnsafeBytes { Data($0) }
        var secret = OwnerSecret(
            salt: salt, hash: Data(), rounds: cost.rounds, blockSize: cost.blockSize, parallelism: cost.parallelism)
        secret.hash = try hash(text, secret)
        return secret
    }

    /// Whether a text is the passphrase; takes the same time whether or not it is.
    static func matches(_ text: String, _ secret: OwnerSecret) throws -> Bool {
        let hash = try hash(text, secret)
        guard hash.count == secret.hash.count else { return false }
        return zip(hash, secret.hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ text: String, _ secret: OwnerSecret) throws -> Data {
        // The same letters come composed or not, as keyboards have it.
        let bytes = Data(text.precomposedStringWithCanonicalMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: bytes, salt: secret.salt, outputByteCount: hashBytes, rounds: secret.rounds,
            blockSize: secret.blockSize, parallelism: secret.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }
}
