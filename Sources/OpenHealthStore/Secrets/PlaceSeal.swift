// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The encryption of an app's positions in the order of changes, because positions also count changes that aren't visible to the
/// app.
///
/// The same position always has the same anchor, so an anchor depends only on data that is visible to the app.
package struct PlaceSeal: Sendable {
    private let numbers: SipKey
    private let vectors: SipKey
    private let stream: SipKey

    /// The number of bits in each half of an anchor.
    private static let half: UInt64 = 31
    /// The number of bits in each half of an anchor of relations: JSON numbers must fit the mantissa of a `Double`.
    private static let smallHalf: UInt64 = 26
    /// An upper bound of positions; numbers that decrypt to more aren't anchors.
    private static let most: UInt64 = 1 << 42
    private static let smallMost: UInt64 = 1 << 31

    package init(_ key: SipKey) {
        numbers = key.derived("numbers")
        vectors = key.derived("vectors")
        stream = key.derived("stream")
    }

    // MARK: - Numbers

    /// Returns the anchor of a position.
    package func anchor(_ place: Int64) -> Int64 {
        Int64(Self.encrypt(UInt64(clamping: place), half: Self.half, numbers))
    }

    /// Returns the position of an anchor, or nil for a number that isn't an anchor of this app in this store. The number 0 is the
    /// position before the first change.
    package func place(ofAnchor anchor: Int64) -> Int64? {
        Self.place(anchor, half: Self.half, most: Self.most, numbers)
    }

    /// Returns the anchor of a position in the order of relations.
    package func relationAnchor(_ place: Int) -> Int {
        Int(Self.encrypt(UInt64(clamping: place), half: Self.smallHalf, numbers.derived("relations")))
    }

    /// Returns the position of an anchor of relations, or nil for a number that isn't an anchor.
    package func place(ofRelationAnchor anchor: Int) -> Int? {
        Self.place(Int64(anchor), half: Self.smallHalf, most: Self.smallMost, numbers.derived("relations")).map {
            Int($0)
        }
    }

    /// Returns the identifier of a delivery for the app of a webhook.
    ///
    /// The numbers of deliveries also count those of other apps, and the last ones are used again after they have been removed, so
    /// that identifiers depend on the webhook, too.
    package func deliveryNumber(_ number: Int64, of webhook: UUID) -> Int {
        let key = numbers.derived("deliveries of " + webhook.uuidString)
        return Int(Self.encrypt(UInt64(clamping: number), half: Self.smallHalf, key))
    }

    private static func place(_ anchor: Int64, half: UInt64, most: UInt64, _ key: SipKey) -> Int64? {
        if anchor == 0 { return 0 }
        guard anchor > 0, UInt64(anchor) >> (2 * half) == 0 else { return nil }
        let place = decrypt(UInt64(anchor), half: half, key)
        return place < most ? Int64(place) : nil
    }

    /// The number of rounds of the Feistel network.
    private static let rounds: UInt64 = 8

    private static func encrypt(_ number: UInt64, half: UInt64, _ key: SipKey) -> UInt64 {
        let mask: UInt64 = 1 << half - 1
        var (left, right) = (number >> half & mask, number & mask)
        for round in 0..<rounds { (left, right) = (right, left ^ mix(right, round, key) & mask) }
        return left << half | right
    }

    private static func decrypt(_ number: UInt64, half: UInt64, _ key: SipKey) -> UInt64 {
        let mask: UInt64 = 1 << half - 1
        var (left, right) = (number >> half & mask, number & mask)
        for round in (0..<rounds).reversed() { (left, right) = (right ^ mix(left, round, key) & mask, left) }
        return left << half | right
    }

    private static func mix(_ half: UInt64, _ round: UInt64, _ key: SipKey) -> UInt64 {
        var hash = SipHash(key)
        hash.combine(half | round << 56)
        return hash.finish().low
    }

    // MARK: - Bytes

    /// Returns encrypted bytes as a string of `A-Z`, `a-z`, `0-9`, `-` and `_`, whose length depends only on the number of bytes.
    /// - Parameter purpose: The purpose of the string; ``open(_:for:)`` requires the same purpose.
    package func text(_ bytes: Data, for purpose: String) -> String {
        let vector = vector(bytes, purpose)
        return Self.text(vector + crypt(bytes, vector))
    }

    /// Returns the bytes of a string, or nil for a string that wasn't created for this app, store and purpose.
    package func open(_ text: String, for purpose: String) -> Data? {
        guard let all = Self.bytes(text), all.count >= 16 else { return nil }
        let vector = Data(all.prefix(16))
        let bytes = crypt(Data(all.dropFirst(16)), vector)
        return self.vector(bytes, purpose) == vector ? bytes : nil
    }

    /// Returns the synthetic initialisation vector, which also authenticates the bytes.
    private func vector(_ bytes: Data, _ purpose: String) -> Data {
        SipHash.hash(Array(bytes), vectors.derived(purpose)).bytes
    }

    private func crypt(_ bytes: Data, _ vector: Data) -> Data {
        guard let start = SipKey(vector) else { return bytes }
        var result = Data()
        for (index, offset) in stride(from: 0, to: bytes.count, by: 16).enumerated() {
            var hash = SipHash(stream)
            hash.combine(start.low)
            hash.combine(start.high)
            hash.combine(UInt64(index))
            result.append(contentsOf: zip(bytes.dropFirst(offset).prefix(16), hash.finish().bytes).map { $0 ^ $1 })
        }
        return result
    }

    private static func text(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func bytes(_ text: String) -> Data? {
        let padded =
            text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded), Self.text(bytes) == text else { return nil }
        return bytes
    }
}

extension ContentHash {
    /// The 16 bytes in little-endian order.
    fileprivate var bytes: Data {
        withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) { Data($0) }
    }
}

/// The secret of a store: 128 random bits that are part of each backup of the store. No interface returns them.
package struct StoreSecret: Sendable {
    private let key: SipKey

    /// Reads the secret.
    /// - Throws: A ``StoreError`` if it is missing.
    package init(_ db: Database) throws {
        let bytes = try Data.fetchOne(db.cachedStatement(sql: "SELECT key FROM store_secret WHERE id = 1"))
        guard let key = bytes.flatMap({ SipKey($0) }) else {
            throw StoreError.inconsistent("the secret for the UUIDs of imported samples is missing")
        }
        self.key = key
    }

    package init(_ key: SipKey) {
        self.key = key
    }

    /// The derivation of the UUIDs of imported samples.
    package var uuids: DerivedUUID { DerivedUUID(key) }

    /// Returns the encryption of an app's anchors and cursors, which other apps cannot use.
    package func seal(app: String) -> PlaceSeal { PlaceSeal(key.derived("app " + app)) }
}

/// A reader of the bytes of anchors and cursors: little-endian 64-bit words between single bytes.
package struct WordReader {
    private var rest: ArraySlice<UInt8>

    /// Creates a reader at the first of some bytes.
    package init(_ data: Data) {
        rest = Array(data)[...]
    }

    /// Returns the next eight bytes as a word, or nil if fewer bytes are left.
    package mutating func word() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the next byte, or nil at the end.
    package mutating func byte() -> UInt8? { rest.popFirst() }

    /// The bytes that have not been read.
    package var remainder: Data { Data(rest) }
}

extension Data {
    /// Adds a word as ``WordReader`` reads it.
    package mutating func append(word: UInt64) {
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
