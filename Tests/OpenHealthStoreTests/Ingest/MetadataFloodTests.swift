// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of metadata dictionaries that were made to have the same hash.
@Suite(.timeLimit(.slow)) struct MetadataFloodTests {
    /// Returns values with which dictionaries of the key `k` have the same hash.
    ///
    /// The hash folds the product of two words into one. If one of the words is zero, the state no longer depends on the bytes
    /// before it. The first 16 bytes determine the bytes with which a word becomes zero.
    private static func values(_ count: Int) -> [String] {
        let length = 34
        let low = ContentHash.empty.low ^ UInt64(length)
        let letters = Array("abcdefghijklmnop".utf8)
        let first = word(Array(#"{"k":"aa"#.utf8))
        var values: [String] = []
        var number: UInt64 = 0
        while values.count < count {
            number += 1
            // Eight letters that represent the digits of a number.
            var (rest, second): (UInt64, UInt64) = (number, 0)
            for _ in 0..<8 {
                second = second << 8 | UInt64(letters[Int(rest & 15)])
                rest >>= 4
            }
            let next = fold(first ^ 0xa076_1d64_78bd_642f, second ^ low)
            let bytes = bytes(next)
            guard bytes.allSatisfy({ (0x20...0x7e).contains($0) && !Self.isEscaped($0) }) else { continue }
            let value = Array("aa".utf8) + Self.bytes(second) + Array("AAAAAAAA".utf8) + bytes
            values.append(String(decoding: value, as: UTF8.self))
        }
        return values
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte)
    }

    private static func word(_ bytes: [UInt8]) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }

    private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = a.multipliedFullWidth(by: b)
        return product.high ^ product.low
    }

    private static func batch(_ values: ArraySlice<String>) -> SampleBatch {
        var batch = SampleBatch()
        batch.newTypes = ["HKQuantityTypeIdentifierStepCount"]
        batch.newProvenances = [ProvenanceData(sourceName: "Phone", unit: "count")]
        for (number, value) in values.enumerated() {
            batch.newMetadata.append([MetadataPair(key: "k", value: value)])
            var row = SampleRow(type: 0, provenance: 0, start: Double(number), end: Double(number))
            row.value = 1
            row.metadata = Int32(number)
            batch.rows.append(row)
        }
        return batch
    }

    @Test func `the work for a dictionary does not grow with collisions`() throws {
        let values = Self.values(600)
        let hashes = values.map { value in
            var hash = ContentHash.empty
            hash.combine(MetadataJSON.object([MetadataPair(key: "k", value: value)]))
            return hash.low
        }
        try #require(Set(hashes).count == 1, "the hash has changed; adapt the collisions of the test")
        let few = try WorkCount.ofImport([Self.batch(values[..<150])])
        let many = try WorkCount.ofImport([Self.batch(values[...])])
        #expect(many <= 5 * few, "\(few) steps for 150, \(many) for 600")
    }

    @Test func `no dictionary is lost, and the first ones are found`() throws {
        let values = Self.values(100)
        let store = try ScratchStore()
        #expect(try store.importBatches([Self.batch(values[...])]).records.added == 100)
        #expect(try store.count("SELECT count(DISTINCT entries) FROM metadata") == 100)
        let first = values[..<SharedRows.maximumCollisions]
        #expect(try store.importBatches([Self.batch(first)]).records.added == 0)
        #expect(try store.database.check().findings == [])
    }
}
