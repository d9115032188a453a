// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The UUIDs of pushed records.
///
/// A record with the UUID of an earlier one of the same connection is that record, and replaces it if its content differs.
package enum PushIdentity {
    /// Returns the UUID of a sample of a record.
    /// - Parameters:
    ///   - identifier: The sender's identifier of the record: a UUID in any case, or other text.
    ///   - format: The name of the format, so that equal identifiers of two formats differ.
    ///   - part: The part of the record, if it has several samples; empty for the only or first one, which keeps an identifier that is a
    ///     UUID.
    package static func uuid(of identifier: String, in format: String, part: String = "") -> UUID {
        let own = identifier.utf8.count == uuidLength ? UUID(uuidString: identifier) : nil
        if part.isEmpty, let own { return own }
        return uuid([format, own?.uuidString ?? identifier, part])
    }

    /// The number of characters of a UUID as text.
    private static let uuidLength = 36

    /// Returns a UUID that is derived from facts, so that a repeated push has the same one.
    package static func uuid(_ facts: [String]) -> UUID {
        var hash = ContentHash.empty
        for fact in facts { hash.combine(fact) }
        var bytes: [UInt8] = []
        for word in [hash.high, hash.low] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
        }
        // Version 8 and the variant of RFC 9562.
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
