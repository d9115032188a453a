// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// One-time passwords by time (TOTP, RFC 6238): SHA-1, six digits, steps of 30 seconds, as all authenticators have them.
package enum OneTimePassword {
    /// The hash functions of the RFC.
    enum Algorithm: CaseIterable {
        case sha1
        case sha256
        case sha512
    }

    /// The length of a step, in seconds.
    static let seconds = 30.0
    /// How many digits a code has.
    static let digits = 6
    /// How many steps a clock may be ahead or behind.
    static let tolerance: Int64 = 1
    /// How many bytes a key has: as many as the hash, as the RFC asks for.
    static let keyBytes = 20

    /// The number of the step that a date is in.
    package static func step(at date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 / seconds).rounded(.down)) ?? 0
    }

    /// The code of a step.
    package static func code(_ key: Data, step: Int64) -> String {
        code(key, counter: UInt64(bitPattern: step), digits: digits, .sha1)
    }

    /// A code of a counter (HOTP, RFC 4226, 5.3).
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

    /// The step whose code a text is, of the steps around a date; nil for another text.
    package static func step(of text: String, _ key: Data, at date: Date) -> Int64? {
        let now = step(at: date)
        // All of them are compared, so that the time says nothing.
        return (now - tolerance...now + tolerance).filter { Secret.isEqual(text, code(key, step: $0)) }.last
    }
}
