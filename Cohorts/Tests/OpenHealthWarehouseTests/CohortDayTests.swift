// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

@Suite struct CohortDayTests {
    @Test func everyDayAgreesWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for number in 0...49_672 {
            let day = try #require(CohortDay(number: number))
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(number) * 86_400))
            #expect(day.civil == (parts.year!, parts.month!, parts.day!))
            #expect(CohortDay(day.description) == day)
        }
    }

    @Test(arguments: [
        "", "2026", "2026-1-01", "2026-13-01", "2026-02-29", "2026-02-30", "1969-12-31", "2106-01-01", "2026-11-22 ",
        "+026-01-01", "2026-11-2x",
    ])
    func invalidDaysAreRefused(_ text: String) {
        #expect(CohortDay(text) == nil)
    }
}
