// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct SipHashTests {
    /// The results of OpenSSL 3.0 for the bytes 0, 1, 2 … under the key 0, 1, 2 … 15.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (7, "a1f1ebbed8dbc153c0b84aa61ff08239"), (8, "3b62a9ba6258f5610f83e264f31497b4"),
        (15, "5493e99933b0a8117e08ec0f97cfc3d9"), (16, "6ee2a4ca67b054bbfd3315bf85230577"),
        (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
    func resultsEqualOpenSSL(count: Int, expected: String) throws {
        let key = try #require(SipKey(Array(0..<16)))
        let hash = SipHash.hash((0..<count).map { UInt8($0) }, key)
        let hexadecimal = [hash.low, hash.high].map { word in
            let digits = String(word.byteSwapped, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        #expect(hexadecimal.joined() == expected)
    }

    @Test func wordsEqualTheirBytes() throws {
        let key = try #require(SipKey(SipKey.random()))
        var hash = SipHash(key)
        var bytes: [UInt8] = []
        for word in [0, 1, UInt64.max, 0x0102_0304_0506_0708] as [UInt64] {
            hash.combine(word)
            bytes += withUnsafeBytes(of: word.littleEndian) { Array($0) }
            #expect(hash.finish() == SipHash.hash(bytes, key))
            #expect(hash.finishLow() == hash.finish().low)
        }
    }

    @Test func keysDiffer() {
        #expect(SipKey([1, 2, 3]) == nil)
        #expect(Set((0..<100).compactMap { _ in SipKey(SipKey.random()) }).count == 100)
        let key = SipKey(low: 1, high: 2)
        #expect(key.derived("a") == key.derived("a"))
        #expect(Set([key, key.derived("a"), key.derived("b"), key.derived("a").derived("b")]).count == 4)
    }
}
