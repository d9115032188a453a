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
        try database.owner.setSecondFactor(key, step: step, codes: codes.map(Self.hash), at: date)
        return codes
    }

    /// Replaces the recovery codes.
    /// - Returns: The new codes, which are stored only as hashes, or nil if there is no second factor.
    package func renewCodes() throws -> [String]? {
        guard try database.owner.secondFactor() != nil else { return nil }
        let codes = Self.newCodes()
        try database.owner.setRecoveryCodes(codes.map(Self.hash))
        return codes
    }

    // MARK: - Sign-in

    /// Returns whether a code of the authenticator, or a recovery code, is valid. It is not consumed.
    func isValid(_ text: String, of factor: StoredSecondFactor, at date: Date) throws -> Bool {
        let digits = Self.digits(text)
        if digits.utf8.count == OneTimePassword.digits {
            return OneTimePassword.step(of: digits, factor.secret, at: date).map { $0 > factor.step } ?? false
        }
        return try database.owner.hasRecoveryCode(hash: Self.hash(text))
    }

    /// Consumes a code of the authenticator, or a recovery code.
    /// - Returns: Whether the code was valid.
    func use(_ text: String, of factor: StoredSecondFactor, at date: Date) throws -> Bool {
        let digits = Self.digits(text)
        if digits.utf8.count == OneTimePassword.digits {
            guard let step = OneTimePassword.step(of: digits, factor.secret, at: date) else { return false }
            return try database.owner.useSecondFactor(step: step)
        }
        return try database.owner.useRecoveryCode(hash: Self.hash(text))
    }

    /// Returns a typed code without the spaces between its groups.
    private static func digits(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private static func newCodes() -> [String] { (0..<recoveryCodes).map { _ in Secret.code(groups: 4) } }

    private static func hash(_ code: String) -> Data {
        Secret.hash("recovery code " + code.uppercased().filter { $0.isLetter || $0.isNumber })
    }
}

/// Time-based one-time passwords (TOTP, RFC 6238) with SHA-1, six digits and steps of 30 seconds, which all authenticators
/// support.
package enum OneTimePassword {
    /// The hash functions of the RFC.
    enum Algorithm: CaseIterable {
        case sha1
        case sha256
        case sha512
    }

    /// The length of a step, in seconds.
    static let seconds = 30.0
    /// The number of digits of a code.
    static let digits = 6
    /// The number of steps that a clock may deviate.
    static let tolerance: Int64 = 1
    /// The number of bytes of a key, which is that of the hash, as the RFC recommends.
    static let keyBytes = 20

    /// Returns the number of the step that contains a date.
    package static func step(at date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 / seconds).rounded(.down)) ?? 0
    }

    /// Returns the code of a step.
    package static func code(_ key: Data, step: Int64) -> String {
        code(key, counter: UInt64(bitPattern: step), digits: digits, .sha1)
    }

    /// Returns the code of a counter (HOTP, RFC 4226, 5.3).
    static func code(_ key: Data, counter: UInt64, digits: Int, _ algorithm: Algorithm) -> String {
        let message = withUnsafeBytes(of: counter.bigEndian) { Data($0) }
        let symmetric = SymmetricKey(data: key)
        let mac: [UInt8] =
            switch algorithm {
            case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: symmetric))
            case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: symmetric))
            case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: symmetric))
            }
        let offset = Int(mac[mac.count - 1] & 0xf)
        let number = mac[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(UInt32(1)) { power, _ in power * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Returns the step around a date whose code is equal to a string, or nil if there is none.
    package static func step(of text: String, _ key: Data, at date: Date) -> Int64? {
        let now = step(at: date)
        // All codes are compared, so that the duration reveals nothing.
        return (now - tolerance...now + tolerance).filter { Secret.isEqual(text, code(key, step: $0)) }.last
    }
}

/// Base32 (RFC 4648, 6) without padding, the format of keys for authenticators.
package enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns bytes as a string.
    package static func text(_ data: Data) -> String {
        var (text, buffer, bits) = ([UInt8](), UInt32(0), UInt32(0))
        for byte in data {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> bits & 31)])
            }
            // Bits that have been written are removed, so that the buffer does not overflow.
            buffer &= 1 << bits - 1
        }
        if bits > 0 { text.append(letters[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
