// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthAccess
@testable import OpenHealthStore

/// Tests that only the activity summaries of the days that can match are read, and that these are all that match.
@Suite struct SummaryDaysTests {
    private static let names = [
        "1900-01-01", "1969-12-31", "1970-01-01", "1999-12-31", "2000-02-29", "2024-02-28", "2024-02-29", "2024-03-01",
        "2024-12-31", "2025-01-01", "2025-01-02", "9999-12-31",
    ]

    private static func day(_ era: Int?, _ year: Int?, _ month: Int?, _ day: Int?) -> PredicateValue {
        .day(DateComponents(era: era, year: year, month: month, day: day))
    }

    /// Returns a day of the store, a day beside one, or components that are not a day.
    private static func value(_ random: inout SeededGenerator) -> PredicateValue {
        let parts = names[random.below(names.count)].split(separator: "-").compactMap { Int($0) }
        switch random.below(8) {
        case 0: return day(random.below(3) - 1, parts[0], parts[1], parts[2])
        case 1: return day(1, [-4, 0, 12, 10_000, Int.max][random.below(5)], parts[1], parts[2])
        case 2: return day(1, parts[0], [-1, 0, 13, 100, Int.min][random.below(5)], parts[2])
        case 3: return day(1, parts[0], parts[1], [-1, 0, 32, 100, Int.max][random.below(5)])
        case 4: return day(nil, parts[0], random.below(2) == 0 ? nil : parts[1], nil)
        case 5: return [.null, .text(names[0]), .number(2024), .list([])][random.below(4)]
        default: return day(1, parts[0], parts[1], parts[2] + random.below(3) - 1)
        }
    }

    private static func node(_ random: inout SeededGenerator, depth: Int) -> PredicateNode {
        guard depth > 0 else {
            let comparison = PredicateOperator.allCases[random.below(PredicateOperator.allCases.count)]
            switch comparison {
            case .in, .between:
                let count = random.below(8) == 0 ? 3 : 2
                return .compare(.day, comparison, .list((0..<count).map { _ in value(&random) }))
            default: return .compare(.day, comparison, value(&random))
            }
        }
        let parts = (0..<random.below(4)).map { _ in node(&random, depth: depth - 1) }
        switch random.below(6) {
        case 0: return .not(node(&random, depth: depth - 1))
        case 1: return .constant(random.below(2) == 0)
        case 2, 3: return .or(parts)
        default: return .and(parts)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func anyPredicateFindsTheSummariesThatMatch(seed: UInt64) throws {
        let world = try AppWorld()
        for name in Self.names {
            try world.database.person.setActivitySummary(
                ActivitySummaryData(day: name, values: [MetadataPair(key: "activeEnergyBurned", value: "1")]))
        }
        let app = world.app()
        try app.allow(read: [HKObjectType.activitySummaryType(): .authorized])
        let all = try app.activitySummaries(.constant(true))
        #expect(all.count == Self.names.count)
        var random = SeededGenerator(seed: seed)
        var sizes: Set<Int> = []
        for round in 0..<400 {
            let node = Self.node(&random, depth: round % 4)
            let found = try app.activitySummaries(node)
            #expect(found == all.filter { node.matches($0) }, "\(node)")
            sizes.insert(found.count)
        }
        // Predicates that match all or no summaries would be meaningless.
        #expect(sizes.count > 8)
    }

    @Test func aRangeOfDaysIsTheRangeThatIsRead() {
        func range(_ node: PredicateNode) -> [String] { [SummaryDays(node).first, SummaryDays(node).last] }
        let (first, last) = (Self.day(1, 2024, 2, 29), Self.day(nil, 2025, 1, 1))
        #expect(
            range(
                .and([
                    .compare(.day, .greaterThanOrEqualTo, first), .compare(.day, .lessThanOrEqualTo, last),
                ])) == ["2024-02-29", "2025-01-01"])
        #expect(range(.compare(.day, .between, .list([first, last]))) == ["2024-02-29", "2025-01-01"])
        #expect(
            range(.or([.compare(.day, .equalTo, last), .compare(.day, .equalTo, first)])) == [
                "2024-02-29", "2025-01-01",
            ])
        #expect(range(.and([])) == range(.constant(true)))
        #expect(range(.or([])) == range(.constant(false)))
    }
}
