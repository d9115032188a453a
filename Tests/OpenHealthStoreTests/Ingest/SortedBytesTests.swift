// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of lists that are sorted outside of memory.
@Suite struct SortedBytesTests {
    /// Returns the byte strings of a list as texts.
    private static func texts(_ list: SortedBytes) throws -> [String] {
        var texts: [String] = []
        try list.readInOrder { texts.append(String(decoding: $0, as: UTF8.self)) }
        return texts
    }

    @Test(arguments: [1, 100, 4000, 1 << 20])
    func `byte strings are read in the order of their keys, and those with equal keys in their order`(memory: Int)
        throws
    {
        let store = try ScratchStore()
        let list = SortedBytes(beside: store.database.url.path, memory: memory)
        var random = SeededGenerator(seed: 7)
        var expected: [(key: SortedBytes.Key, text: String)] = []
        for number in 0..<3000 {
            let key = SortedBytes.Key(
                first: UInt64.random(in: 0..<5, using: &random),
                second: SortedBytes.Key.ordered(Double.random(in: -3...3, using: &random).rounded()))
            let text = "\(number) " + String(repeating: "x", count: Int.random(in: 0..<40, using: &random))
            expected.append((key, text))
            try Array(text.utf8).withUnsafeBytes { try list.add(key, $0) }
        }
        let sorted = expected.enumerated().sorted {
            ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
        }.map(\.element.text)
        #expect(try Self.texts(list) == sorted)
        // The file has no name.
        let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(names.allSatisfy { $0.hasPrefix("health.db") && !$0.contains("partial") }, "\(names)")
    }

    @Test func `a byte string can be longer than the memory, and empty`() throws {
        let store = try ScratchStore()
        let list = SortedBytes(beside: store.database.url.path, memory: 1000)
        let long = String(repeating: "é", count: 200_000)
        for (first, text) in [(2, long), (1, ""), (3, "end"), (0, long + "!")] as [(UInt64, String)] {
            try Array(text.utf8).withUnsafeBytes { try list.add(SortedBytes.Key(first: first, second: 0), $0) }
        }
        #expect(try Self.texts(list) == [long + "!", "", long, "end"])
        #expect(try Self.texts(SortedBytes(beside: store.database.url.path, memory: 1)) == [])
    }

    @Test func `numbers have the order of their keys`() {
        let numbers = [-Double.infinity, -1e300, -2.5, -1, -1e-300, 0, 1e-300, 1, 1.5, 1e300, .infinity]
        let keys = numbers.map(SortedBytes.Key.ordered)
        #expect(keys == keys.sorted() && Set(keys).count == keys.count)
        #expect(SortedBytes.Key.ordered(-0.0) == SortedBytes.Key.ordered(0))
    }
}
