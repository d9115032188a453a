// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import Testing

@testable import HealthStore

/// Predicates that are longer or deeper than what SQLite takes in one statement.
@Suite struct LargePredicateTests {
    private let type = HKQuantityType(.stepCount)

    private func world() throws -> AppSession {
        let world = try AppWorld()
        let app = try world.trustedApp()
        try app.save((0..<50).map { MadeSamples.steps(Double($0), from: Double($0) * 60) })
        return app
    }

    private func found(_ node: PredicateNode, _ app: AppSession) throws -> Int {
        try app.samples(SampleQuery([SampleQuery.Part(type, node)])).count
    }

    private func start(_ comparison: PredicateOperator, _ number: Int) -> PredicateNode {
        .compare(.startDate, comparison, .date(MadeSamples.date(Double(number) * 60)))
    }

    private func quantity(_ comparison: PredicateOperator, _ number: Int) -> PredicateNode {
        .compare(.quantity, comparison, .quantity(HKQuantity(unit: .count(), doubleValue: Double(number))))
    }

    @Test(arguments: [900, 999, 1001, 2500, 20_000]) func manyParts(count: Int) throws {
        let app = try world()
        let numbers = (0..<count).map { $0 * 2 }
        #expect(try found(.or(numbers.map { start(.equalTo, $0) }), app) == 25)
        #expect(try found(.or(numbers.map { quantity(.equalTo, $0) }), app) == 25)
        #expect(try found(.and(numbers.map { quantity(.notEqualTo, $0) }), app) == 25)
        #expect(try found(.not(.or(numbers.map { quantity(.equalTo, $0) })), app) == 25)
        #expect(try found(.not(.and(numbers.map { quantity(.notEqualTo, $0) })), app) == 25)
        #expect(try found(.and((0..<count).map { quantity(.lessThan, $0 + 10) }), app) == 10)
    }

    @Test(arguments: [5, 15, 16, 17, 40, 120, 1100]) func manyLevels(count: Int) throws {
        let app = try world()
        // Each level lets one more through, or takes one more away.
        var node = quantity(.equalTo, 0)
        for level in 1...count {
            node =
                level.isMultiple(of: 2)
                ? .or([node, quantity(.equalTo, level)]) : .and([quantity(.notEqualTo, level), node])
        }
        #expect(try found(node, app) == min(count, 49) / 2 + 1)
    }

    /// A long row is still answered by the database where it can be.
    @Test func longRowsNarrow() {
        let row = SQLCondition.any((0..<5000).map { SQLCondition("s.value = ?", [$0]) })
        #expect(row?.arguments.count == 5000)
        #expect(SQLCondition.all((0..<40_000).map { SQLCondition("s.value = ?", [$0]) })?.arguments.count == 30_000)
        #expect(SQLCondition.any((0..<40_000).map { SQLCondition("s.value = ?", [$0]) }) == nil)
    }
}
