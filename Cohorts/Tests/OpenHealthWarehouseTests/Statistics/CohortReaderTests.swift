// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthWarehouse

/// Tests of the interpretation of a server's response.
@Suite struct CohortReaderTests {
    private static let columns = [
        "bucket", "cohort_group", "people", "mean", "deviation", "total", "smallest", "largest",
    ]

    /// Returns the rows of a response with the numbers of people in the groups of each day.
    private func rows(_ days: [[Int]]) throws -> [CohortRow] {
        var lines = [Self.columns.joined(separator: "\t")]
        for (day, groups) in days.enumerated() {
            for (place, people) in groups.enumerated() {
                lines.append("\(19_800 + day)\tgroup \(place)\t\(people)\t2.5\t0.5\t\(people * 2).5\t1\t4")
            }
        }
        let query = CohortQuery(
            types: ["HKQuantityTypeIdentifierStepCount"], every: .day, grouping: .group)
        return try CohortReader(
            query: query, type: query.types[0], function: .sum, buckets: BucketSQL(query),
            ResultTable(Array((lines.joined(separator: "\n") + "\n").utf8))
        ).rows()
    }

    @Test func `a small group and the one that would disclose it are suppressed separately`() throws {
        let rows = try rows([[2, 9, 30], [6, 7, 8], [3]])
        #expect(rows.map(\.group) == ["group 0", "group 1", "group 2", "group 0", "group 1", "group 2", "group 0"])
        #expect(rows.map(\.firstDay?.number) == [19_800, 19_800, 19_800, 19_801, 19_801, 19_801, 19_802])
        #expect(rows[0].content == .tooFew)
        #expect(rows[1].content == .withheld)
        #expect(
            rows[2].content
                == .figures(
                    .init(
                        participants: 30, total: 60, mean: 2.5, deviation: 0.5, percentiles: [], step: 0.1, totalStep: 5
                    )))
        #expect(rows[3...5].map { $0.figures?.participants } == [6, 7, 8])
        #expect(rows[6].content == .tooFew)
    }
}
