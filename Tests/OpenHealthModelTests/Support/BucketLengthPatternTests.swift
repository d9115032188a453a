// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct BucketLengthPatternTests {
    private func matches(_ text: String) -> Bool {
        text.range(of: BucketLength.pattern, options: .regularExpression) != nil
    }

    @Test(arguments: [
        "day", "2weeks", "15minutes", "15min", "6h", "3w", "2m", "quarter", "9999years", "1hour", "2y", "d",
    ])
    func lengthsAreRead(text: String) {
        #expect(BucketLength(text) != nil)
        #expect(matches(text))
    }

    @Test(arguments: ["", "0days", "days2", "10000days", "fortnight", "-1day", "1.5days", "daysss", "hs"])
    func otherLengthsAreRefused(text: String) {
        #expect(BucketLength(text) == nil)
        #expect(!matches(text))
    }

    @Test(arguments: 1...7) func weeksBeginOnTheirFirstDay(firstWeekday: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let weeks = try #require(BucketLength("3w"))
        let anchor = try #require(calendar.date(from: weeks.anchor(firstWeekday: firstWeekday)))
        #expect(calendar.component(.weekday, from: anchor) == firstWeekday)
        #expect(anchor > Date(timeIntervalSince1970: 946_684_800) && anchor < Date(timeIntervalSince1970: 947_376_000))
        let days = try #require(BucketLength("3d"))
        #expect(
            calendar.date(from: days.anchor(firstWeekday: firstWeekday)) == Date(timeIntervalSince1970: 946_684_800))
    }
}
