// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The UUIDs of imported samples, derived from the samples with the secret of the store.
///
/// Exports contain no UUIDs, and an index of generated UUIDs would be larger than the samples. The UUID therefore contains
/// the information to find the sample by the table's key: 16 bits of a hash of the type, and 34 bits of the start date in
/// seconds. They are encrypted with 72 bits of a keyed hash of the type, dates, value, source and ordinal. A sample that is
/// imported again into the same store, or a backup of it, has the same UUID; in another store it has a different one.
/// Without the secret, a UUID can neither be computed from a sample nor be decrypted. The UUIDs have version 8 (RFC 9562,
/// section 5.8).
package struct DerivedUUID: Sendable {
    /// The content that a UUID is derived from.
    struct Content {
        /// The hash of the type's identifier.
        var type: ContentHash
        var start: Double
        var end: Double
        /// The canonical value; NaN if there is none or it is a string.
        var value: Double
        /// The hash of the source's normalised name.
        var source: ContentHash
        var ordinal: Int64
    }

    /// Seconds are counted from 1900, so that 34 bits last until 2444. Later dates wrap around.
    private static let epoch = 2_208_988_800.0
    private static let startMask: UInt64 = 1 << 34 - 1

    private let hashKey: SipKey
    private let maskKey: SipKey

    init(_ key: SipKey) {
        hashKey = key.derived("uuid hash")
        maskKey = key.derived("uuid mask")
    }

    /// Returns the hash of a type and a source, the initial state for the hashes of their samples.
    func beginning(type: ContentHash, source: ContentHash) -> SipHash {
        var hash = SipHash(hashKey)
        hash.combine(type.low)
        hash.combine(type.high)
        hash.combine(source.low)
        hash.combine(source.high)
        return hash
    }

    /// Returns the UUID of a sample.
    func make(_ facts: Content) -> UUID {
        make(
            beginning(type: facts.type, source: facts.source), type: facts.type, start: facts.start, end: facts.end,
            value: facts.value, ordinal: facts.ordinal)
    }

    /// Returns the UUID of a sample, given the hash of its type and source.
    @inline(__always)
    func make(
        _ beginning: SipHash, type: ContentHash, start: Double, end: Double, value: Double, ordinal: Int64
    ) -> UUID {
        var hash = beginning
        hash.combine(start.bitPattern)
        hash.combine(end.bitPattern)
        hash.combine(value.isNaN ? 1 : value.bitPattern)
        hash.combine(UInt64(bitPattern: ordinal))
        let result = hash.finish()
        return assemble(
            type: Self.typeBits(type), start: Self.startBits(start), low: result.low, high: result.high & 0xff)
    }

    /// Returns the two parts for looking up the sample, or nil for a UUID of another form.
    func parts(of uuid: UUID) -> (type: UInt16, start: UInt64)? {
        let halves = withUnsafeBytes(of: uuid.uuid) { bytes in
            (
                top: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                bottom: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        guard halves.top >> 12 & 0xf == 8, halves.bottom >> 62 == 2 else { return nil }
        let low = halves.top << 62 | halves.bottom & Self.lowMask
        let mask = mask(low: low, high: halves.top >> 2 & 0xff)
        let start = (halves.top >> 16 & 0xffff_ffff) << 2 | halves.top >> 10 & 3
        return (UInt16(truncatingIfNeeded: halves.top >> 48) ^ mask.type, start ^ mask.start)
    }

    /// Returns the bits of a start date in a UUID.
    static func startBits(_ start: Double) -> UInt64 {
        let shifted = (start + epoch).rounded(.down)
        return UInt64(bitPattern: Int64(clampingDouble: shifted)) & startMask
    }

    /// Returns the bits of a type in a UUID.
    static func typeBits(_ type: ContentHash) -> UInt16 { UInt16(truncatingIfNeeded: type.high >> 16) }

    /// Returns the earliest start date from 1900 with these bits; the others differ by multiples of 2³⁴ seconds.
    static func earliestStart(_ bits: UInt64) -> Double { Double(bits) - epoch }

    @inline(__always)
    private func mask(low: UInt64, high: UInt64) -> (type: UInt16, start: UInt64) {
        var hash = SipHash(maskKey)
        hash.combine(low)
        hash.combine(high)
        let mask = hash.finishLow()
        return (UInt16(truncatingIfNeeded: mask >> 34), mask & Self.startMask)
    }

    /// The 62 bits below the variant.
    private static let lowMask: UInt64 = 1 << 62 - 1

    /// Returns the UUID. It consists of, from the most significant bit: 16 bits of type, 32 of start, the version, 2 more of
    /// start, 8 of high, 2 of low; the variant and the 62 other bits of low.
    @inline(__always)
    private func assemble(type: UInt16, start: UInt64, low: UInt64, high: UInt64) -> UUID {
        let mask = mask(low: low, high: high)
        let start = start ^ mask.start
        let top =
            UInt64(type ^ mask.type) << 48 | (start >> 2) << 16 | 8 << 12 | (start & 3) << 10 | high << 2 | low >> 62
        let bottom = 2 << 62 | low & Self.lowMask
        return withUnsafeBytes(of: (top.bigEndian, bottom.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}

extension Int64 {
    /// Creates the nearest integer, clamped to the range of integers.
    fileprivate init(clampingDouble value: Double) {
        // checked: clamped
        self = value.isNaN ? 0 : value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value)
    }
}
