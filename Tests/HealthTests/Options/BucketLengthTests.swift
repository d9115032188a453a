// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Typed interval lengths")
struct BucketLengthTests {
    @Test(
        "words, letters, numbers and spaces",
        arguments: [
            ("day", 1, .day), ("Days", 1, .day), ("2d", 2, .day), ("2 days", 2, .day), (" 7day ", 7, .day),
            ("hour", 1, .hour), ("6h", 6, .hour), ("minute", 1, .minute), ("15min", 15, .minute),
            ("90 mins", 90, .minute), ("week", 1, .week), ("2w", 2, .week), ("month", 1, .month), ("3m", 3, .month),
            ("3months", 3, .month), ("quarter", 1, .quarter), ("2 quarters", 2, .quarter), ("year", 1, .year),
            ("10y", 10, .year),
        ] as [(String, Int, BucketLength.Unit)])
    func forms(_ text: String, _ count: Int, _ unit: BucketLength.Unit) throws {
        #expect(try BucketLength.parse(text) == BucketLength(count: count, unit: unit))
    }

    @Test(
        "other texts are refused with the valid forms",
        arguments: [
            "", " ", "0d", "00d", "-1d", "1.5h", "fortnight", "d2", "2", "2dd", "12345d", "day day", "٣d", "1 1d", "s",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: ToolError.self) { try BucketLength.parse(text) }
        #expect(error?.code == .badArgument)
        #expect(error?.remedy.contains("15min, 6h, 2d, 2w, 3m, 2y") == true)
    }

    @Test("a week is seven days and a quarter three months")
    func components() throws {
        #expect(try BucketLength.parse("2w").components == DateComponents(day: 14))
        #expect(try BucketLength.parse("quarter").components == DateComponents(month: 3))
        #expect(try BucketLength.parse("15min").components == DateComponents(minute: 15))
    }

    @Test("rows begin where intervals of the HTTP interface begin")
    func anchors() throws {
        for text in ["day", "3d", "week", "3w", "month", "quarter", "2y"] {
            let length = try BucketLength.parse(text)
            for day in Weekday.allCases {
                let anchor = length.anchor(firstWeekday: day.rawValue)
                let date = "2000-01-0\(try #require(anchor.day))"
                #expect(BucketPlan.anchorText(length, isNightly: false, firstWeekday: day) == date, "\(text) \(day)")
            }
        }
    }

    @Test("figures by any of their names")
    func functions() throws {
        #expect(try StatisticsFunction.parse("sum") == [.sum])
        #expect(try StatisticsFunction.parse(" MIN, max,latest") == [.minimum, .maximum, .mostRecent])
        #expect(try StatisticsFunction.parse("mostRecent,minimum") == [.mostRecent, .minimum])
        for text in ["", "sum,", "sum average", "median"] {
            #expect(throws: ToolError.self) { try StatisticsFunction.parse(text) }
        }
    }
}
