// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The name that a participant has in a cohort: letters, digits, `-`, `_` and `.`, at most 64.
///
/// It should reveal nothing. A keyed hash creates one, see ``init(identity:key:)``.
public struct Pseudonym: Hashable, Sendable, CustomStringConvertible {
    /// The longest, in characters.
    public static let longest = 64

    /// The name.
    public let description: String

    /// Checks a name.
    /// - Parameter text: the name.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, where it has other characters, none or too many.
    public init(_ text: String) throws {
        guard !text.isEmpty, text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isAllowed) else {
            throw WarehouseError(
                .invalidArgument, "\(text.debugDescription) cannot be a pseudonym",
                remedy: "use letters from A to Z, digits, - _ and ., \(Self.longest) at most")
        }
        description = text
    }

    /// Creates the pseudonym of an identity under a key: always the same, and of no use without the key.
    ///
    /// It is the first 16 bytes of the HMAC-SHA256 of the identity (UTF-8, composed: NFC) under the key, written in Crockford's
    /// base 32: 26 characters without I, L, O and U.
    /// - Parameters:
    ///   - identity: what tells the person from others, such as a number of the study.
    ///   - key: the key, which has to be the same each time.
    public init(identity: String, key: CohortKey) {
        let text = Data(identity.precomposedStringWithCanonicalMapping.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key.bytes))
        description = Self.base32(Array(code.prefix(16)))
    }

    /// Its SHA-256, which stands for it where the name itself must not be.
    var digest: SHA256.Digest { SHA256.hash(data: Data(description.utf8)) }

    /// ``digest`` in hexadecimal digits.
    var hash: String { digest.hexadecimal }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Bytes in base 32 (https://www.crockford.com/base32.html), five bits a character from the top; the last is filled with
    /// zeros.
    static func base32(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        var text = ""
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(digits[bits >> count & 31])
            }
            bits &= 1 << count - 1
        }
        if count > 0 { text.append(digits[bits << (5 - count) & 31]) }
        return text
    }
}
