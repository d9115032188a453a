// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of predicates that exceed the length or depth of a single SQLite statement.
@Suite struct LargePredicateTests {
    private let type = HKQuantityType(.stepCount)

    private func world() throws -> AppAccess {
        let world = try AppWorld()
        let app = try world.trustedApp()
        try app.save((0..<50).map { MadeSamples.steps(Double($0), from: Double($0) * 60) })
        return app
    }

    private func found(_ node: PredicateNode, _ app: AppAccess) throws -> Int {
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

    @Test(arguments: [5, 15, 16, 17, 40, 63]) func manyLevels(count: Int) throws {
        let app = try world()
        // Each level includes or excludes one more sample.
        var node = quantity(.equalTo, 0)
        for level in 1...count {
            node =
                level.isMultiple(of: 2)
                ? .or([node, quantity(.equalTo, level)]) : .and([quantity(.notEqualTo, level), node])
        }
        #expect(try found(node, app) == min(count, 49) / 2 + 1)
    }

    /// Predicates that are too deep cause an error in all kinds of queries, regardless of the contents of the store.
    @Test func tooManyLevels() throws {
        let app = try world()
        var deep = quantity(.equalTo, 0)
        for level in 1..<80 { deep = level.isMultiple(of: 2) ? .or([deep]) : .not(deep) }
        let pattern = PredicateNode.compare(.metadata("note"), .matches, .text("(a"))
        for node in [deep, pattern, .refused(.tooManyParts), .not(.refused(.tooDeep))] {
            for type in [type, HKQuantityType(.heartRate)] {
                let part = SampleQuery.Part(type, node)
                try app.allow(share: [type: .authorized], read: [type: .authorized])
                let asks: [(AppAccess) throws -> Void] = [
                    { _ = try $0.samples(SampleQuery([SampleQuery.Part(type), part])) },
                    { _ = try $0.samples([SampleQuery([part])]) },
                    { _ = try $0.sources(part) },
                    { _ = try $0.correlations(SampleQuery.Part(HKCorrelationType(.food)), members: [type: node]) },
                    { _ = try $0.changes([part], after: nil, limit: nil) },
                    { _ = try $0.count([part]) },
                    { _ = try $0.statistics(StatisticsQuery(type: type, predicate: node, options: [])) },
                    { _ = try $0.deleteObjects(of: type, predicate: node) },
                    { _ = try $0.activitySummaries(node) },
                    { _ = try $0.medications(node, limit: nil) },
                    { _ = try $0.objectCandidates(of: type, predicate: node) },
                    {
                        var course = EffortCourse(anchor: 0)
                        _ = try $0.effortRelationships(node, after: &course, isMostRelevant: false)
                    },
                ]
                for (index, ask) in asks.enumerated() {
                    let error = #expect(throws: HKError.self) { try ask(app) }
                    #expect(error?.code == .errorInvalidArgument, "\(index): \(error?.description ?? "")")
                }
            }
        }
    }

    /// Nested activities, for which the time to simplify them used to double with each level.
    @Test(.timeLimit(.slow)) func activitiesInActivities() throws {
        var node = quantity(.equalTo, 0)
        for _ in 0..<62 { node = .activity(node) }
        #expect(try found(node, try world()) == 0)
        #expect(try found(.not(node), try world()) == 50)
    }

    /// Thousands of instants with as many arguments: The instants are selective, and the arguments are not bound for each.
    @Test func manyDates() throws {
        let app = try world()
        let node = PredicateNode.or((0..<10_000).map { start(.equalTo, $0 * 2) })
        try app.read { db in
            let reader = try SampleReader(db, [SampleQuery.Part(type, node)], for: app)
            let filter = try #require(reader.filters.values.first)
            #expect(filter.starts.ranges.count == 10_000)
            let bindings = filter.starts.ranges.count * (filter.condition?.arguments.count ?? 0)
            #expect(bindings <= 1_000_000)
        }
        #expect(try found(node, app) == 25)
        #expect(try found(.and([node, quantity(.lessThan, 10)]), app) == 5)
        let dates = PredicateValue.list((0..<20_000).map { .date(MadeSamples.date(Double($0 * 2) * 60)) })
        #expect(try found(.compare(.startDate, .in, dates), app) == 25)
    }

    /// Long lists use binary search, which must find each number, but not its neighbours.
    @Test func longLists() throws {
        let app = try world()
        func among(_ numbers: [Double]) -> PredicateNode {
            let values = numbers.map { PredicateValue.quantity(HKQuantity(unit: .count(), doubleValue: $0)) }
            return .compare(.quantity, .in, .list(values))
        }
        #expect(try found(among((0..<50_000).map { Double($0 * 2) }), app) == 25)
        #expect(try found(.not(among((0..<50_000).map { Double($0 * 2) })), app) == 25)
        #expect(try found(among((0..<50_000).map { Double($0 * 2) + 0.5 }), app) == 0)
        // The differences are too small for the values in the row.
        #expect(try found(among((0..<1000).map { Double($0) + 1e-10 }), app) == 0)
        #expect(try found(among([7, -1, 7, 49, .nan, 3]), app) == 3)
        let all = try app.samples(SampleQuery([SampleQuery.Part(type)]))
        let uuids = (0..<20_000).map { _ in PredicateValue.uuid(UUID()) } + all.prefix(9).map { .uuid($0.uuid) }
        #expect(try found(.compare(.uuid, .in, .list(uuids + [.null, .text("a")])), app) == 9)
    }

    /// A long condition is still evaluated by the database if possible.
    @Test func longListsUseTheIndex() {
        let row = SQLCondition.any((0..<5000).map { SQLCondition("s.value = ?", [$0]) })
        #expect(row?.arguments.count == 5000)
        #expect(SQLCondition.all((0..<40_000).map { SQLCondition("s.value = ?", [$0]) })?.arguments.count == 30_000)
        #expect(SQLCondition.any((0..<40_000).map { SQLCondition("s.value = ?", [$0]) }) == nil)
        // The length of statements without arguments is also limited.
        let long = SQLCondition(String(repeating: "s.value NOTNULL OR ", count: 50) + "0")
        #expect((SQLCondition.all(Array(repeating: long, count: 5000))?.sql.utf8.count ?? 0) < 1_200_000)
        #expect(SQLCondition.any(Array(repeating: long, count: 5000)) == nil)
    }
}
