// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of the cost of predicates: the number of rows that the database returns, and the query plan.
@Suite struct PredicatePlanTests {
    private let type = HKQuantityType(.stepCount)

    /// Returns a store with 2,000 samples of a minute, ten minutes apart.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.database.save(
            (0..<2000).map { MadeSamples.steps(Double($0), from: Double($0) * 600, to: Double($0) * 600 + 60) },
            source: MadeSamples.app)
        return store
    }

    private func filter(_ node: PredicateNode, _ db: Database) throws -> SampleFilter {
        let reader = RecordReader(db)
        let number = try #require(try reader.number(ofType: type.identifier))
        return try SampleFilter(
            try reader.type(number), node, SampleVisibility(rule: .access(.all), ownSources: []), reader,
            builder: ObjectBuilder(reader), for: OwnerView())
    }

    /// Returns the number of rows that the database returns for a predicate, and the number of rows in its ranges of time.
    private func cost(_ node: PredicateNode, _ store: ScratchStore) throws -> (given: Int, looked: Int) {
        try store.database.read { db in
            let filter = try filter(node, db)
            func lines(_ request: SampleScan.Request) throws -> Int {
                let scan = try SampleScan(db, request)
                var count = 0
                while scan.current != nil {
                    count += 1
                    try scan.advance()
                }
                return count
            }
            var all = filter.request()
            all.condition = nil
            return (try lines(filter.request()), try lines(all))
        }
    }

    @Test func datesUseTheIndex() throws {
        let store = try store()
        let (from, to) = (MadeSamples.date(60_000), MadeSamples.date(66_000))
        func interval(_ strict: Bool) -> PredicateNode {
            .interval(
                PredicateInterval(
                    from: from.timeIntervalSince1970, to: to.timeIntervalSince1970, isStartStrict: strict))
        }
        let both: [PredicateNode] = [
            .compare(.startDate, .greaterThanOrEqualTo, .date(from)), .compare(.endDate, .lessThan, .date(to)),
        ]
        let nodes: [PredicateNode] = [
            interval(true), interval(false), .and(both), .and([.and([both[0], .constant(true)]), .and([both[1]])]),
            .not(.or(both.map(PredicateNode.not))), .compare(.startDate, .between, .list([.date(from), .date(to)])),
            .and([interval(true), .compare(.metadata("a"), .equalTo, .null)]),
            .and([.compare(.endDate, .greaterThan, .date(from)), .compare(.endDate, .lessThan, .date(to))]),
        ]
        for node in nodes {
            let cost = try cost(node, store)
            #expect(cost.looked <= 14, "\(node)")
            #expect(cost.given >= 9, "\(node)")
        }
        // Two distant days are read as two ranges, without the time between them.
        let days = PredicateNode.or([
            interval(true),
            .interval(
                PredicateInterval(
                    from: MadeSamples.date(1_000_000).timeIntervalSince1970,
                    to: MadeSamples.date(1_006_000).timeIntervalSince1970)),
        ])
        #expect(try cost(days, store).looked <= 24)
        #expect(try cost(.and([interval(true), .constant(false)]), store).looked == 0)
    }

    @Test func identifiersUseTheIndex() throws {
        let store = try store()
        let samples = try store.database.samples(SampleRequest())
        let one = PredicateNode.compare(.uuid, .equalTo, .uuid(samples[700].uuid))
        #expect(try cost(one, store) == (1, 1))
        let three = PredicateNode.compare(
            .uuid, .in, .list([.uuid(samples[3].uuid), .uuid(samples[1500].uuid), .uuid(UUID())]))
        #expect(try cost(three, store) == (2, 2))
        #expect(try cost(.compare(.uuid, .equalTo, .uuid(UUID())), store) == (0, 0))
    }

    @Test func theDatabaseExcludesRows() throws {
        let store = try store()
        let quantity = PredicateValue.quantity(HKQuantity(unit: .count(), doubleValue: 1990))
        #expect(try cost(.compare(.quantity, .greaterThanOrEqualTo, quantity), store).given == 10)
        #expect(try cost(.not(.compare(.quantity, .lessThan, quantity)), store).given == 10)
        let source = HKSource(name: "Other", bundleIdentifier: "org.example.other")
        #expect(try cost(.compare(.source, .equalTo, .source(source)), store).given == 0)
        #expect(try cost(.compare(.source, .notEqualTo, .source(source)), store).given == 2000)
        #expect(try cost(.compare(.metadata("a"), .notEqualTo, .null), store).given == 0)
        #expect(try cost(.related(.anyWorkout), store).given == 0)
    }

    /// Every query is a search by the key without sorting.
    @Test func queriesUseThePrimaryKey() throws {
        let store = try store()
        let uuid = try #require(try store.database.samples(SampleRequest()).first).uuid
        let nodes: [PredicateNode] = [
            .constant(true), .compare(.uuid, .equalTo, .uuid(uuid)), .related(.anyWorkout),
            .related(.workout(uuid)), .compare(.sourceName, .beginsWith, .text("J")),
            .interval(PredicateInterval(from: 0, to: 1e10)), .not(.related(.correlation(uuid))),
            .compare(.quantity, .between, .list([.null, .null])),
        ]
        try store.database.read { db in
            for node in nodes {
                for newestFirst in [false, true] {
                    for place in [nil, SortedPlace(start: 1, id: 1)] {
                        let request = try filter(node, db).request(newestFirst: newestFirst, after: place)
                        let plan = try Row.fetchAll(
                            db, sql: "EXPLAIN QUERY PLAN " + SampleScan.sql(request),
                            arguments: StatementArguments(SampleScan.arguments(request, 0...1))
                        ).map { $0["detail"] as String }
                        #expect(
                            plan.first?.hasPrefix("SEARCH s USING PRIMARY KEY (type=? AND start") == true, "\(plan)")
                        #expect(!plan.contains { $0.contains("ORDER BY") }, "\(plan)")
                    }
                }
            }
        }
    }
}
