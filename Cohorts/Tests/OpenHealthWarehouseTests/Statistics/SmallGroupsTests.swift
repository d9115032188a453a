// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import OpenHealthWarehouse
import Testing

@Suite struct SmallGroupsTests {
    @Test func hiddenValuesCannotBeFoundBySubtraction() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let rule = try SmallGroups(minimum: 1 + generator.below(8))
            let counts = (0..<(1 + generator.below(6))).map { _ in generator.below(14) }
            let hidden = rule.hidden(counts)
            #expect(hidden.count == counts.count)
            let rest = zip(counts, hidden).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
            let isEverybodyHidden = zip(counts, hidden).allSatisfy { $0 == 0 || $1 }
            #expect(rest == 0 || rest >= rule.minimum || isEverybodyHidden, "\(counts) \(hidden)")
            for (count, isHidden) in zip(counts, hidden) where rule.isSmall(count) { #expect(isHidden) }
            if !counts.contains(where: rule.isSmall) { #expect(!hidden.contains(true)) }
        }
    }

    @Test func aMinimumOfOneHidesNothing() throws {
        let rule = try SmallGroups(minimum: 1)
        #expect(rule.hidden([0, 1, 2, 30]) == [false, false, false, false])
    }

    @Test func theNextSmallestGroupIsHiddenToo() {
        #expect(SmallGroups.standard.hidden([9, 2, 7, 7]) == [false, true, true, false])
        #expect(SmallGroups.standard.hidden([4, 4, 20]) == [true, true, false])
        #expect(SmallGroups.standard.hidden([4]) == [true])
        #expect(SmallGroups.standard.text == "fewer than 5")
    }

    @Test func `a percentile requires enough participants on each side`() throws {
        for minimum in 1...7 {
            let rule = try SmallGroups(minimum: minimum)
            for participants in 1...40 {
                for percentile in [0, 1, 5, 10, 25, 33.3, 50, 66.6, 75, 90, 95, 99, 100] {
                    let place = Double(participants - 1) * percentile / 100
                    let below = (0..<participants).count { Double($0) < place }
                    let above = (0..<participants).count { Double($0) > place }
                    #expect(
                        rule.allows(percentile: percentile, of: participants)
                            == (minimum == 1 || min(below, above) >= minimum),
                        "\(minimum) \(participants) \(percentile)")
                }
            }
        }
        // Nine percentiles of nine participants are the figures of the nine participants.
        for place in 0...8 { #expect(!SmallGroups.standard.allows(percentile: Double(place) * 12.5, of: 9)) }
        #expect(SmallGroups.standard.allows(percentile: 50, of: 10))
        #expect(!SmallGroups.standard.allows(percentile: 0, of: 10_000))
        #expect(!SmallGroups.standard.allows(percentile: 100, of: 10_000))
    }

    @Test(arguments: [-1, 0, 1001]) func invalidRulesAreRefused(minimum: Int) {
        #expect { try SmallGroups(minimum: minimum) } throws: {
            ($0 as? WarehouseError)?.code == .invalidArgument
        }
    }
}
