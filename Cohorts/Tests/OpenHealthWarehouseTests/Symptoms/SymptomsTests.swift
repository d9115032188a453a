// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import Testing
import WarehouseTestSupport

@testable import OpenHealthWarehouse

/// Tests of frequencies of symptoms on real servers.
struct SymptomsTests {
    private static let types: [HKCategoryTypeIdentifier] = [.headache, .moodChanges, .appetiteChanges]

    @Test(arguments: WarehouseEngine.allCases, 1...2)
    func `random participants have the frequencies of a direct count`(
        _ engine: WarehouseEngine, seed: UInt64
    ) async throws {
        try await check(try await engine.warehouse(), seed: seed)
    }

    @Test func `two shards give one count`() async throws {
        try await check(try await ClickHouseCluster.shared.warehouse(), seed: 3)
    }

    private func check(_ warehouse: Warehouse, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let types = Self.types.map(\.rawValue)
        let people = (0..<24).map { SymptomPerson($0, types: types, using: &random) }
        for person in people {
            try await person.add(to: warehouse, shard: warehouse.layout.shards.randomElement(using: &random)!)
        }
        for division in [SymptomQuery.Division.week, .cycleDay] {
            for (index, smallest) in [1, 1, 3, 5].enumerated() {
                let from = index == 1 ? CohortDay(number: SymptomPerson.anchor + 20) : nil
                let query = try SymptomQuery(
                    types: types, by: division, from: from,
                    to: index == 1 ? CohortDay(number: SymptomPerson.anchor + 90) : nil, byGroup: index > 1,
                    confidence: index == 0 ? 0.9 : 0.95, smallGroups: try SmallGroups(minimum: smallest))
                let found = try await warehouse.symptoms(query)
                let expected = SymptomReference(people: people, query: query).frequencies()
                #expect(expected.count > 20)
                expectEqual(found, expected)
            }
        }
    }

    private func expectEqual(_ found: [SymptomFrequency], _ expected: [SymptomFrequency]) {
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            #expect(found.type == expected.type)
            #expect(found.group == expected.group)
            #expect(found.place == expected.place)
            #expect(found.suppression == expected.suppression)
            #expect(found.participants == expected.participants)
            #expect(found.cases == expected.cases)
            #expect(found.observed == expected.observed)
            #expect(found.present == expected.present)
            #expect(found.severities == expected.severities)
            expectClose(found.frequency, expected.frequency)
            expectClose(found.effectiveSize, expected.effectiveSize)
            expectClose(found.interval?.lowerBound, expected.interval?.lowerBound)
            expectClose(found.interval?.upperBound, expected.interval?.upperBound)
        }
    }

    private func expectClose(_ found: Double?, _ expected: Double?) {
        guard let found, let expected else {
            #expect(found == nil && expected == nil)
            return
        }
        #expect(abs(found - expected) <= 1e-9 * max(1, abs(expected)))
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `participants without samples are not observed, and the first week can be partial`(
        _ engine: WarehouseEngine
    ) async throws {
        let warehouse = try await engine.warehouse()
        let shard = warehouse.layout.shards[0]
        let type = HKCategoryTypeIdentifier.headache.rawValue
        let samples = (0..<3).map { day in
            SymptomPerson.Sample(
                type: type, start: Double(day) * 86_400 + 43_200, end: Double(day) * 86_400 + 43_200, value: 2)
        }
        try await SymptomPerson(name: "early", samples: samples).add(to: warehouse, shard: shard)
        // A push of an empty store writes the first possible day as the first and last day.
        try await warehouse.insert(
            ParticipantRow(try Pseudonym("empty")).bytes, into: .participants, shard: shard)
        let rule = try SmallGroups(minimum: 1)
        let weeks = try await warehouse.symptoms(SymptomQuery(types: [type], by: .week, smallGroups: rule))
        #expect(weeks.map(\.place) == [.week(try #require(CohortDay("1970-01-01")))])
        #expect(weeks.map(\.participants) == [1])
        #expect(weeks.map(\.cases) == [1])
    }

    @Test(arguments: WarehouseEngine.allCases)
    func `every value of every yes-or-no type has its meaning`(_ engine: WarehouseEngine) async throws {
        let warehouse = try await engine.warehouse()
        let noon = Double(SymptomPerson.anchor) * 86_400 + 43_200
        let types = SymptomType.all
        #expect(types.count > 50)
        // One person for each value of any type, and one for a value that no type has.
        let values = Set(types.flatMap { HealthEnums.allowedValues(ofEnum: $0.description.valueEnum ?? "") } + [77])
        for value in values.sorted() {
            let samples = types.filter {
                value == 77 || HealthEnums.allowedValues(ofEnum: $0.description.valueEnum ?? "").contains(value)
            }.map { SymptomPerson.Sample(type: $0.identifier, start: noon, end: noon, value: Double(value)) }
            try await SymptomPerson(name: "v\(value)", samples: samples).add(
                to: warehouse, shard: warehouse.layout.shards[0])
        }
        let query = try SymptomQuery(
            types: types.map(\.identifier), by: .week, smallGroups: try SmallGroups(minimum: 1))
        let found = try await warehouse.symptoms(query)
        #expect(found.map(\.type) == types.map(\.identifier))
        for (row, type) in zip(found, types) {
            let enumeration = try #require(type.description.valueEnum)
            let names = HealthEnums.allowedValues(ofEnum: enumeration).compactMap {
                HealthEnums.caseName(ofEnum: enumeration, rawValue: $0)
            }
            let saysNo = names.filter { name in
                ["NotPresent", "NoChange", "BleedingNone"].contains { name.hasSuffix($0) }
            }
            #expect(row.participants == values.count)
            // An unknown value also counts as present.
            #expect(row.cases == names.count - saysNo.count + 1, "\(type.identifier)")
            #expect((row.severities != nil) == (enumeration == "HKCategoryValueSeverity"))
        }
    }

    @Test func `other types and reversed ranges are refused`() throws {
        for type in HealthTypes.all where SymptomType(identifier: type.identifier) == nil {
            #expect(throws: WarehouseError.self) { try SymptomQuery(types: [type.identifier], by: .week) }
        }
        #expect(throws: WarehouseError.self) { try SymptomQuery(types: [], by: .week) }
        let type = HKCategoryTypeIdentifier.headache.rawValue
        #expect(throws: WarehouseError.self) {
            try SymptomQuery(types: [type], by: .week, from: CohortDay("2026-02-02"), to: CohortDay("2026-02-01"))
        }
        for confidence in [0, 0.4, 1, 95, Double.nan] {
            #expect(throws: WarehouseError.self) {
                try SymptomQuery(types: [type], by: .week, confidence: confidence)
            }
        }
        #expect(try SymptomQuery(types: [type, type], by: .week).types == [type])
    }
}
