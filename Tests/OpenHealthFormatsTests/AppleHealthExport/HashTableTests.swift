// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Tests of hash tables with contents chosen by an attacker.
@Suite struct HashTableTests {
    /// Uses hashes that agree in as many bits as possible without being equal.
    @Test(arguments: [0, 1, 2]) func `keys that agree in many bits do not cause long searches`(lane: Int) {
        // Each table has its own secret, and every secret must be suitable.
        for _ in 0..<50 {
            var table = HashTable()
            for number in 0..<UInt64(5000) {
                let key =
                    switch lane {
                    case 0: ContentHash(low: 0, high: number)
                    case 1: ContentHash(low: number << 44, high: 7)
                    default: ContentHash(low: number << 32, high: number << 32)
                    }
                table.insert(key, Int32(number))
            }
            #expect(table.count == 5000)
            // With random slots, the searches in a table that is three quarters full take a few dozen steps.
            #expect(table.maximumSearchLength < 300)
            #expect(table.value(of: ContentHash(low: 1, high: 1)) == -1)
        }
    }

    @Test func `each table has its own secret`() {
        func searches() -> [Int] {
            (0..<20).map { _ in
                var table = HashTable(capacity: 64)
                for number in 0..<UInt64(30) { table.insert(ContentHash(low: number, high: number), 1) }
                return table.maximumSearchLength
            }
        }
        #expect(Set(searches()).count > 1)
    }
}
