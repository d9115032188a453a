// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

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
