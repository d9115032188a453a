// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of sets of time ranges.
@Suite struct StartRangesTests {
    @Test func setsOfDates() {
        var generator = SeededGenerator(seed: 9)
        func random() -> StartRanges {
            (0..<generator.below(4)).reduce(.none) { ranges, _ in
                let from = Double(generator.below(20))
                return ranges.union(StartRanges(from: from, through: from + Double(generator.below(6)) - 1))
            }
        }
        func holds(_ ranges: StartRanges, _ moment: Double) -> Bool {
            ranges.ranges.contains { $0.contains(moment) }
        }
        for _ in 0..<500 {
            let (a, b) = (random(), random())
            for moment in stride(from: -1.0, through: 26, by: 0.5) {
                let (inA, inB) = (holds(a, moment), holds(b, moment))
                #expect(holds(a.union(b), moment) == (inA || inB))
                #expect(holds(a.intersection(b), moment) == (inA && inB))
            }
            #expect(a.intersection(.all) == a)
            let parts = (0..<generator.below(5)).map { _ in random() }
            #expect(StartRanges.intersection(of: parts) == parts.reduce(.all) { $0.intersection($1) })
            #expect(a.union(.none) == a)
            #expect(a.union(.all) == .all)
            let union = a.union(b).ranges
            #expect(zip(union, union.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        }
        #expect(StartRanges(from: 2, through: 1) == .none)
        #expect(StartRanges(moments: [3, 1, 3]).ranges == [1...1, 3...3])
        #expect(StartRanges(moments: [3, 1]).hull == 1...3)
        #expect(StartRanges.none.hull == nil)
    }
}
