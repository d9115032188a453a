// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthWarehouse
import Testing
import WarehouseTestSupport

/// Tests that each participant's figures equal those of `health statistics` for their own store, to 1e-9, for any data and
/// query, and that the figures of several participants are computed from these.
@Suite struct CohortStatisticsPropertyTests {
    private static let types = HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }

    /// Five people in different time zones with samples of every type.
    private static let people = Task {
        let folder = try ServerFolder("people")
        // The folder is kept until the process ends, as the stores are.
        let people = try (0..<5).map { number in
            let random = RandomPerson(seed: UInt64(number))
            return PushedPeople.Person(
                name: "p\(number)", group: number < 3 ? "large" : number < 4 ? "small" : "", zone: random.zone,
                store: try random.store(in: folder, types: types.map(\.identifier), samples: 24))
        }
        return (PushedPeople(people: people), folder)
    }

    @Test(arguments: WarehouseEngine.allCases)
    func participantsHaveTheStatisticsOfTheirStores(engine: WarehouseEngine) async throws {
        try await expectRight(try await engine.warehouse(), seed: engine == .oldest ? 1 : 3)
    }

    @Test func participantsOfTwoShardsHaveTheStatisticsOfTheirStores() async throws {
        let warehouse = try await ClickHouseCluster.shared.warehouse()
        try await expectRight(warehouse, seed: 2, step: 4)
    }

    /// - Parameter step: The distance between the types that are queried.
    private func expectRight(_ warehouse: Warehouse, seed: UInt64, step: Int = 1) async throws {
        let (people, _) = try await Self.people.value
        try await people.put(into: warehouse)
        var compared = 0
        for index in stride(from: 0, to: Self.types.count, by: step) {
            var generator = SeededGenerator(seed: seed, stream: 3, index: UInt64(index))
            var query = Self.query(about: Self.types[index], &generator)
            let own = try people.people.map { try PushedPeople.result(query, of: $0) }
            query.grouping = .participant
            try expectOwn(try await warehouse.statistics(query), own, people, query)
            compared += own.reduce(0) { $0 + $1.count }
            query.grouping = generator.below(2) == 0 ? .group : .all
            query.percentiles = [0, 5, 50, 66.6, 100]
            query.smallGroups = try SmallGroups(minimum: 1 + generator.below(4))
            try expectMerged(try await warehouse.statistics(query), own, people, query)
        }
        #expect(compared > Self.types.count / step * 5)
    }

    /// Returns a query with a random length, range and function that is valid for the type.
    private static func query(
        about type: HealthTypeDescription, _ generator: inout SeededGenerator
    ) -> CohortQuery {
        let day = { (generator: inout SeededGenerator) in
            // RandomPerson's samples are around 2024-03-31, day 19813.
            CohortDay(number: 19_813 - 30 + generator.below(60))
        }
        while true {
            var query = CohortQuery(types: [type.identifier])
            let lengths = CohortQuery.Length.allCases
            let place = generator.below(lengths.count + 1)
            query.every = place < lengths.count ? lengths[place] : nil
            if generator.below(3) > 0 { query.from = day(&generator) }
            if generator.below(3) > 0 { query.to = day(&generator) }
            if generator.below(4) > 0 {
                query.function = CohortQuery.Function.allCases.randomElement(using: &generator)
            }
            if (try? query.check()) != nil { return query }
        }
    }

    private func expectOwn(
        _ rows: [CohortRow], _ own: [[PushedPeople.Key: Double]], _ people: PushedPeople, _ query: CohortQuery
    ) throws {
        var found = people.people.map { _ in [PushedPeople.Key: Double]() }
        for row in rows {
            guard case .participant(let name, let figure) = row.content,
                let place = people.people.firstIndex(where: { $0.name == name })
            else {
                Issue.record("a row without participants: \(row)")
                continue
            }
            #expect(row.group == people.people[place].group)
            #expect(found[place].updateValue(figure, forKey: PushedPeople.Key(row)) == nil)
        }
        for (place, person) in people.people.enumerated() {
            try #require(
                Set(found[place].keys) == Set(own[place].keys),
                "\(query) \(person.zone): \(found[place]) \(own[place])")
            for (key, figure) in own[place] {
                let other = try #require(found[place][key])
                #expect(
                    abs(figure - other) <= 1e-9 * max(abs(figure), abs(other)),
                    "\(query) \(person.zone) \(key): \(other) instead of \(figure)")
            }
        }
    }

    private func expectMerged(
        _ rows: [CohortRow], _ own: [[PushedPeople.Key: Double]], _ people: PushedPeople, _ query: CohortQuery
    ) throws {
        let function = query.function(for: try #require(HealthTypes.named(query.types[0])))
        let groups = query.grouping == .all ? [nil] : ["", "large", "small"].map(Optional.some)
        var expected = 0
        for key in Set(own.flatMap(\.keys)).sorted() {
            let cohorts = groups.map { group in
                SlowCohort(
                    zip(people.people, own).filter { group == nil || $0.0.group == group }.compactMap { $0.1[key] })
            }
            let hidden = query.smallGroups.hidden(cohorts.map(\.participants))
            for (place, cohort) in cohorts.enumerated() where cohort.participants > 0 {
                expected += 1
                let row = try #require(
                    rows.first { PushedPeople.Key($0) == key && $0.group == groups[place] }, "\(query) \(key)")
                try #require(row.isHidden == hidden[place], "\(query) \(row)")
                guard !hidden[place] else { continue }
                let figures = try #require(row.figures)
                #expect(
                    cohort.isClose(to: figures, query, addsUp: function.addsUp),
                    "\(query) \(key): \(figures) instead of \(cohort)")
            }
        }
        #expect(rows.count == expected)
    }
}
