// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// The UUIDs of imported samples, made from the samples themselves.
///
/// Exports carry no UUIDs, and an index over made-up ones would cost more than the samples. So the UUID holds
/// what finds the sample again by the table's key: 16 bits of a hash of the type, 34 bits of the second it
/// starts in, and 72 bits of a hash of type, dates, value, source and ordinal, with which the first two are
/// masked. It is the same for the same sample in every store. It is marked as version 8 (RFC 9562, section 5.8).
///
/// Who knows this scheme can read the second and the type's hash out of a UUID; a UUID is therefore as private as
/// the fact that there is a sample.
struct DerivedUUID {
    /// What the UUID is made from.
    struct Facts {
        /// The hash of the type's identifier.
        var type: ContentHash
        var start: Double
        var end: Double
        /// The canonical value; NaN where there is none or it is text.
        var value: Double
        /// The hash of the source's normalised name.
        var source: ContentHash
        var ordinal: Int64
    }

    /// Seconds are counted from 1900, so that 34 bits last until 2444. Later dates wrap around.
    private static let epoch = 2_208_988_800.0
    private static let startMask: UInt64 = 1 << 34 - 1

    static func make(_ facts: Facts) -> UUID {
        var hash = facts.type
        hash.combine(facts.start.bitPattern)
        hash.combine(facts.end.bitPattern)
        hash.combine(facts.value.isNaN ? 1 : facts.value.bitPattern)
        hash.combine(facts.source.low)
        hash.combine(facts.source.high)
        hash.combine(UInt64(bitPattern: facts.ordinal))
        return assemble(
            type: typeBits(facts.type), start: startBits(facts.start), low: hash.low, high: hash.high & 0xff)
    }

    /// The two parts by which the sample is looked up, or nil for a UUID of another making.
    static func parts(of uuid: UUID) -> (type: UInt16, start: UInt64)? {
        let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                top: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                bottom: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        guard halves.top >> 12 & 0xf == 8, halves.bottom >> 62 == 2 else { return nil }
        let low = halves.top << 62 | halves.bottom & lowMask
        let mask = Self.mask(low: low, high: halves.top >> 2 & 0xff)
        let start = (halves.top >> 16 & 0xffff_ffff) << 2 | halves.top >> 10 & 3
        return (UInt16(truncatingIfNeeded: halves.top >> 48) ^ mask.type, start ^ mask.start)
    }

    /// The bits of a start date that stand in a UUID.
    static func startBits(_ start: Double) -> UInt64 {
        let shifted = (start + epoch).rounded(.down)
        return UInt64(bitPattern: Int64(clampingDouble: shifted)) & startMask
    }

    /// The bits of a type that stand in a UUID.
    static func typeBits(_ type: ContentHash) -> UInt16 { UInt16(truncatingIfNeeded: type.high >> 16) }

    /// The first start date that has these bits; the rest are whole multiples of 2³⁴ seconds away.
    static func earliestStart(_ bits: UInt64) -> Double { Double(bits) - epoch }

    private static func mask(low: UInt64, high: UInt64) -> (type: UInt16, start: UInt64) {
        var mask = ContentHash(low: low, high: high)
        mask.combine(0x6f68_6b75_7569_6438)
        return (UInt16(truncatingIfNeeded: mask.low), mask.high & startMask)
    }

    /// The 62 bits below the variant.
    private static let lowMask: UInt64 = 1 << 62 - 1

    /// From the top: 16 bits of type, 32 of start, the version, 2 more of start, 8 of high, 2 of low; the variant and
    /// the 62 other bits of low.
    private static func assemble(type: UInt16, start: UInt64, low: UInt64, high: UInt64) -> UUID {
        let mask = Self.mask(low: low, high: high)
        let start = start ^ mask.start
        let top =
            UInt64(type ^ mask.type) << 48 | (start >> 2) << 16 | 8 << 12 | (start & 3) << 10 | high << 2 | low >> 62
        let bottom = 2 << 62 | low & lowMask
        return withUnsafeBytes(of: (top.bigEndian, bottom.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}

extension Int64 {
    /// The nearest whole number, at the ends of the range where there is none.
    fileprivate init(clampingDouble value: Double) {
        // checked: clamped
        self = value.isNaN ? 0 : value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value)
    }
}
