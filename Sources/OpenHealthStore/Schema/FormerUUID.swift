// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The UUIDs of imported samples before version 6 of the tables. They have the same layout as ``DerivedUUID``, but are derived
/// without a secret. Migration 006 reads them.
enum FormerUUID {
    private static let startMask: UInt64 = 1 << 34 - 1
    private static let lowMask: UInt64 = 1 << 62 - 1

    static func make(_ facts: DerivedUUID.Content) -> UUID {
        var hash = facts.type
        hash.combine(facts.start.bitPattern)
        hash.combine(facts.end.bitPattern)
        hash.combine(facts.value.isNaN ? 1 : facts.value.bitPattern)
        hash.combine(facts.source.low)
        hash.combine(facts.source.high)
        hash.combine(UInt64(bitPattern: facts.ordinal))
        let (low, high) = (hash.low, hash.high & 0xff)
        let mask = mask(low: low, high: high)
        let type = DerivedUUID.typeBits(facts.type) ^ mask.type
        let start = DerivedUUID.startBits(facts.start) ^ mask.start
        let top = UInt64(type) << 48 | (start >> 2) << 16 | 8 << 12 | (start & 3) << 10 | high << 2 | low >> 62
        let bottom = 2 << 62 | low & lowMask
        return withUnsafeBytes(of: (top.bigEndian, bottom.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }

    /// Returns the bits of the type and of the start date in seconds, or nil for a UUID of another form.
    static func parts(of uuid: UUID) -> (type: UInt16, start: UInt64)? {
        let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                top: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                bottom: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        guard halves.top >> 12 & 0xf == 8, halves.bottom >> 62 == 2 else { return nil }
        let low = halves.top << 62 | halves.bottom & lowMask
        let mask = mask(low: low, high: halves.top >> 2 & 0xff)
        let start = (halves.top >> 16 & 0xffff_ffff) << 2 | halves.top >> 10 & 3
        return (UInt16(truncatingIfNeeded: halves.top >> 48) ^ mask.type, start ^ mask.start)
    }

    /// Returns the facts of the imported sample with a UUID, or nil if there is no such sample.
    static func facts(of uuid: UUID, _ db: Database) throws -> DerivedUUID.Content? {
        guard let parts = parts(of: uuid) else { return nil }
        for row in try Row.fetchAll(db, sql: "SELECT id, identifier FROM sample_type") {
            var type = ContentHash.empty
            type.combine(try row.value(String.self, of: "identifier"))
            guard DerivedUUID.typeBits(type) == parts.type else { continue }
            let start = DerivedUUID.earliestStart(parts.start)
            let samples = try Row.fetchAll(
                db,
                sql: """
                    SELECT s.start, coalesce(s.end, s.start) AS end,
                        CASE WHEN typeof(s.value) = 'text' THEN NULL ELSE s.value END AS value, s.ordinal, o.name AS source
                    FROM sample AS s JOIN provenance AS p ON p.id = s.provenance JOIN source AS o ON o.id = p.source
                    WHERE s.type = ? AND s.start >= ? AND s.start < ? AND s.ordinal IS NOT NULL
                    """,
                arguments: [try row.value(Int64.self, of: "id"), start, start + 1])
            for sample in samples {
                let facts = DerivedUUID.Content(
                    type: type, start: try sample.value(of: "start"), end: try sample.value(of: "end"),
                    value: try sample.value(Double?.self, of: "value") ?? .nan,
                    source: SourceIdentity.hash(try sample.value(of: "source")),
                    ordinal: try sample.value(of: "ordinal"))
                if make(facts) == uuid { return facts }
            }
        }
        return nil
    }

    private static func mask(low: UInt64, high: UInt64) -> (type: UInt16, start: UInt64) {
        var mask = ContentHash(low: low, high: high)
        mask.combine(0x6f68_6b75_7569_6438)
        return (UInt16(truncatingIfNeeded: mask.low), mask.high & startMask)
    }
}
