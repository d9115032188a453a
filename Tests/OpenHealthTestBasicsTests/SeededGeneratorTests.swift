// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestBasics
import Testing

@Suite struct SeededGeneratorTests {
    @Test func sequencesNeverChange() {
        // Published values of SplitMix64 for the seed 1234567.
        var generator = SeededGenerator(seed: 1_234_567)
        let expected: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        #expect(expected.map { _ in generator.next() } == expected)
    }

    @Test func streamsDiffer() {
        var seen: Set<UInt64> = []
        for seed in 0..<10 as Range<UInt64> {
            for stream in 0..<20 as Range<UInt64> {
                for index in 0..<50 as Range<UInt64> {
                    var generator = SeededGenerator(seed: seed, stream: stream, index: index)
                    seen.insert(generator.next())
                }
            }
        }
        #expect(seen.count == 10 * 20 * 50)
    }

    @Test func numbersStayInRange() {
        var generator = SeededGenerator(seed: 3)
        for bound in [1, 2, 7, 1000, .max] {
            for _ in 0..<2000 {
                let value = generator.below(bound)
                #expect(value >= 0 && value < bound)
            }
        }
        for _ in 0..<2000 {
            let unit = generator.unit()
            #expect(unit >= 0 && unit < 1)
        }
    }
}
