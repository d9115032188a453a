// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel
import Testing

@testable import HealthFormats

/// Tables of contents that an attacker has chosen.
@Suite struct HashTableTests {
    /// Hashes that agree in as many bits as they can without being equal.
    @Test(arguments: [0, 1, 2]) func `keys that agree in many bits do not stand in each other's way`(lane: Int) {
        var table = HashTable()
        for number in 0..<UInt64(20_000) {
            let key =
                switch lane {
                case 0: ContentHash(low: 0, high: number)
                case 1: ContentHash(low: number << 44, high: 7)
                default: ContentHash(low: number << 32, high: number << 32)
                }
            table.insert(key, Int32(number))
        }
        #expect(table.count == 20_000)
        // With places at random a table that is three quarters full has searches of some dozens.
        #expect(table.longestSearch < 500)
        #expect(table.value(of: ContentHash(low: 1, high: 1)) == -1)
    }

    @Test func `each table has a secret of its own`() {
        func searches() -> [Int] {
            (0..<20).map { _ in
                var table = HashTable(capacity: 64)
                for number in 0..<UInt64(30) { table.insert(ContentHash(low: number, high: number), 1) }
                return table.longestSearch
            }
        }
        #expect(Set(searches()).count > 1)
    }
}
