// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthWarehouse

@Suite struct BucketSQLTests {
    private func days(
        _ every: CohortQuery.Length?, _ first: String, from: String? = nil, to: String? = nil
    ) throws -> [String?] {
        let query = CohortQuery(
            types: ["HKQuantityTypeIdentifierStepCount"], every: every, from: from.flatMap { CohortDay($0) },
            to: to.flatMap { CohortDay($0) })
        let number = Int(try #require(CohortDay(first)).number)
        let days = try BucketSQL(query).days(of: number)
        return [days.first?.description, days.last?.description]
    }

    @Test(arguments: [
        (CohortQuery.Length.day, "2024-02-29", "2024-02-29"), (.week, "2024-02-26", "2024-03-03"),
        (.month, "2024-02-01", "2024-02-29"), (.month, "2023-02-01", "2023-02-28"),
        (.month, "2024-12-01", "2024-12-31"),
        (.quarter, "2024-01-01", "2024-03-31"), (.quarter, "2024-10-01", "2024-12-31"),
        (.year, "2024-01-01", "2024-12-31"),
        // Ranges that start within a row.
        (.week, "2024-02-28", "2024-03-03"), (.quarter, "2024-05-17", "2024-06-30"),
        (.year, "2024-12-31", "2024-12-31"),
        // The first and last possible days.
        (.week, "1970-01-01", "1970-01-04"), (.month, "2105-12-01", "2105-12-31"), (.year, "2105-01-01", "2105-12-31"),
        (.week, "2105-12-28", "2105-12-31"),
    ])
    func `a row ends with its week, month, quarter or year`(
        every: CohortQuery.Length, first: String, last: String
    ) throws {
        #expect(try days(every, first) == [first, last])
    }

    @Test func `the requested range limits rows, and is one row without a length`() throws {
        #expect(try days(.month, "2024-02-01", to: "2024-02-10") == ["2024-02-01", "2024-02-10"])
        #expect(try days(nil, "2024-02-01", from: "2024-02-01", to: "2024-02-10") == ["2024-02-01", "2024-02-10"])
        #expect(try days(nil, "2024-02-01") == [nil, nil])
    }

    @Test func `hours have a day and a position in it`() throws {
        let query = CohortQuery(types: ["HKQuantityTypeIdentifierStepCount"], every: .hour)
        let day = try #require(CohortDay("2024-03-31"))
        let (first, last, hour) = try BucketSQL(query).days(of: Int(day.number) * BucketSQL.hoursADay + 23)
        #expect(first == day)
        #expect(last == day)
        #expect(hour == 23)
    }
}
