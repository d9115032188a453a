// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The name of a participant in a cohort: up to 64 letters, digits, `-`, `_` and `.`.
///
/// It should reveal nothing about the person. ``init(identity:key:)`` creates one with a keyed hash.
public struct Pseudonym: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length, in characters.
    public static let longest = 64

    /// The name.
    public let description: String

    /// Creates a pseudonym from a name.
    /// - Parameter text: The name.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the name is empty, too long or contains other characters.
    public init(_ text: String) throws {
        guard !text.isEmpty, text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isAllowed) else {
            throw WarehouseError(
                .invalidArgument, "\(text.debugDescription) cannot be a pseudonym",
                remedy: "use letters from A to Z, digits, - _ and ., \(Self.longest) at most")
        }
        description = text
    }

    /// Creates the pseudonym of an identity with a key. It is deterministic, and can't be reproduced without the key.
    ///
    /// It consists of the first 16 bytes of the HMAC-SHA256 of the identity (UTF-8, in normalization form C) with the key, in
    /// Crockford's base 32: 26 characters without I, L, O and U.
    /// - Parameters:
    ///   - identity: A unique identifier of the person, such as a number in the study.
    ///   - key: The key, which must always be the same.
    public init(identity: String, key: CohortKey) {
        let text = Data(identity.precomposedStringWithCanonicalMapping.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: key.bytes))
        description = Self.base32(Array(code.prefix(16)))
    }

    /// The SHA-256 of the pseudonym, for use where the pseudonym itself must not appear.
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

    /// Returns bytes in base 32 (https://www.crockford.com/base32.html), with five bits per character from the most significant
    /// bit; the last character is padded with zeros.
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

/// The secret that a store derives from its identity for a cohort. It doesn't reveal the identity, and two cohorts can't
/// determine that they have the same store.
struct SampleSecret: Sendable {
    /// The tag of the store, for the table of participants.
    let storeTag: String
    private let start: SHA256

    init(identity: String, cohort: String) {
        storeTag = SHA256.hash(data: Data("store\n\(cohort)\n\(identity)".utf8)).prefix(16).hexadecimal
        var start = SHA256()
        start.update(data: Data(SHA256.hash(data: Data("samples\n\(cohort)\n\(identity)".utf8)).prefix(16)))
        self.start = start
    }

    /// Returns the identifier that replaces a sample's UUID.
    ///
    /// Apps have access to the UUIDs of samples that they can read, so the table uses different UUIDs: the first 16 bytes of the
    /// SHA-256 of a 16-byte secret followed by the UUID. A sample has the same identifier in every push of the store; it reveals
    /// nothing else.
    func identifier(of uuid: UUID) -> UUID {
        var hash = start
        withUnsafeBytes(of: uuid.uuid) { hash.update(bufferPointer: $0) }
        return hash.finalize().withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension Sequence<UInt8> {
    /// The bytes as lowercase hexadecimal digits, two for each byte.
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
