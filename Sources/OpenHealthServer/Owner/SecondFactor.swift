// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import OpenHealthAccess
import OpenHealthStore

/// The owner's second factor: codes of an authenticator, and recovery codes for when it is lost.
package struct SecondFactor: Sendable {
    /// The number of recovery codes.
    package static let recoveryCodes = 10

    private let database: HealthDatabase

    package init(_ database: HealthDatabase) {
        self.database = database
    }

    // MARK: - Activation

    /// Returns a new key for an authenticator.
    package static func newKey() -> Data {
        SymmetricKey(size: SymmetricKeySize(bitCount: OneTimePassword.keyBytes * 8)).withUnsafeBytes { Data($0) }
    }

    /// Returns the URI from which authenticators read a key.
    package static func uri(_ key: Data) -> String {
        "otpauth://totp/OpenHealthKit:owner?secret=\(Base32.text(key))&issuer=OpenHealthKit&algorithm=SHA1"
            + "&digits=\(OneTimePassword.digits)&period=\(Int(OneTimePassword.seconds))"
    }

    /// Enables the second factor if a code proves that the authenticator has the key.
    /// - Returns: The recovery codes, which are stored only as hashes, or nil if the code does not belong to the key.
    package func enable(_ key: Data, code: String, at date: Date) throws -> [String]? {
        guard let step = OneTimePassword.step(of: Self.digits(code), key, at: date) else { return nil }
        let codes = Self.newCodes()
        try database.setOwnerSecondFactor(key, step: step, codes: codes.map(Self.hash), at: date)
        return codes
    }

    /// Replaces the recovery codes.
    /// - Returns: The new codes, which are stored only as hashes, or nil if there is no second factor.
    package func renewCodes() throws -> [String]? {
        guard try database.ownerSecondFactor() != nil else { return nil }
        let codes = Self.newCodes()
        try database.setOwnerRecoveryCodes(codes.map(Self.hash))
        return codes
    }

    // MARK: - Sign-in

    /// Consumes a code of the authenticator, or a recovery code.
    /// - Returns: Whether the code was valid.
    func use(_ text: String, of factor: StoredSecondFactor, at date: Date) throws -> Bool {
        let digits = Self.digits(text)
        if digits.utf8.count == OneTimePassword.digits {
            guard let step = OneTimePassword.step(of: digits, factor.secret, at: date) else { return false }
            return try database.useOwnerSecondFactor(step: step)
        }
        return try database.useOwnerRecoveryCode(hash: Self.hash(text))
    }

    /// Returns a typed code without the spaces between its groups.
    private static func digits(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private static func newCodes() -> [String] { (0..<recoveryCodes).map { _ in Secret.code(groups: 4) } }

    private static func hash(_ code: String) -> Data {
        Secret.hash("recovery code " + code.uppercased().filter { $0.isLetter || $0.isNumber })
    }
}
