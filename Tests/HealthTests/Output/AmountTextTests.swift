// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Parts of a sum as text")
struct AmountTextTests {
    /// Returns the sum of formatted amounts in their smallest unit, which is exact.
    private static func units(_ texts: [String]) -> Int {
        texts.reduce(0) { $0 + (Int($1.filter { $0 != "." }) ?? 0) }
    }

    @Test("parts, and the parts of each part, add up to the total as shown")
    func parts() throws {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<500 {
            let groups = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    Double.random(in: -1...300, using: &generator)
                }
            }
            let sums = groups.map { $0.reduce(0, +) }
            let total = sums.reduce(0, +)
            let amounts = AmountText([total] + sums + groups.joined())
            try #require(amounts.decimals > 0)
            let shown = amounts.parts(sums, of: total)
            #expect(Self.units(shown) == Self.units([amounts.text(total)]), "\(groups)")
            for (group, text) in zip(groups, shown) {
                #expect(Self.units(amounts.parts(group, ofText: text)) == Self.units([text]), "\(groups)")
            }
        }
    }

    @Test("rounding hides no difference: parts that do not add up stay unchanged")
    func difference() {
        let amounts = AmountText([10.5])
        #expect(amounts.parts([5, 5], of: 10.5) == ["5.0000", "5.0000"])
        #expect(amounts.parts([5, 5], ofText: "10.5000") == ["5.0000", "5.0000"])
        #expect(amounts.parts([5, 5], ofText: "inf") == ["5.0000", "5.0000"])
    }
}
