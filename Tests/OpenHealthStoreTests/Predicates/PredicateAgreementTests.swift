// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAccess
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests that the database finds the same objects as matching each object.
@Suite struct PredicateAgreementTests {
    /// Returns the samples that match a predicate, evaluated one by one.
    private func fitting(_ samples: [HKSample], _ node: PredicateNode, in world: PredicateWorld) throws -> [UUID] {
        try world.store.database.read { db in
            let relations = try StoredRelations(RecordReader(db), for: world.access)
            let found = samples.filter { node.matches($0, relations: relations) }.map(\.uuid)
            if let failure = relations.failure { throw failure }
            return found
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomPredicates(seed: UInt64) throws {
        let world = try PredicateWorld(seed: seed)
        var objects: [HKSampleType: [HKSample]] = [:]
        for type in world.types {
            objects[type] = try world.samples(type)
            #expect(objects[type]?.isEmpty == false, "\(type) has no samples")
        }
        var random = RandomPredicate(seed: seed + 100, objects: world.types.flatMap { objects[$0] ?? [] })
        var sizes: Set<Int> = []
        for round in 0..<100 {
            let node = random.node(depth: round % 5)
            for type in world.types where random.maker.generator.below(3) == 0 {
                let samples = objects[type] ?? []
                let expected = try fitting(samples, node, in: world)
                let found = try world.access.samples(SampleQuery([SampleQuery.Part(type, node)])).map(\.uuid)
                #expect(found == expected, "\(type): \(node)")
                if found != expected { return }
                if !found.isEmpty && found.count < samples.count { sizes.insert(found.count) }
            }
        }
        // Predicates that match all or no samples would be meaningless.
        #expect(sizes.count > 15)
    }

    /// Compares each field by each operator with values of the samples.
    @Test func everyFieldAndOperator() throws {
        let world = try PredicateWorld(seed: 5)
        var generator = SeededGenerator(seed: 5)
        // One type of each class of objects.
        let types: [HKSampleType] = [
            HKQuantityType(.stepCount), HKQuantityType(.bodyTemperature), HKCategoryType(.sleepAnalysis),
            .workoutType(),
            .electrocardiogramType(), HKClinicalType(.labResultRecord), .stateOfMindType(),
        ]
        let fields =
            PredicateField.plain + [.metadata("note"), .metadata("size"), .deviceProperty(HKDevicePropertyKeyName)]
            + [.statisticsSum(HKQuantityTypeIdentifier.stepCount.rawValue)]
            + [.statisticsAverage(HKQuantityTypeIdentifier.heartRate.rawValue)]
        for type in types {
            let samples = try world.samples(type)
            for field in fields {
                let values = samples.shuffled(using: &generator).prefix(4).flatMap { field.values(of: $0) }
                let operators = values.isEmpty ? [.equalTo, .notEqualTo] : PredicateOperator.allCases
                for comparison in operators {
                    let value = values.first ?? .null
                    let isList = comparison == .in || comparison == .between
                    let compare = PredicateNode.compare(
                        field, comparison, isList ? .list([value, values.last ?? .null]) : value)
                    let node: PredicateNode = generator.below(2) == 0 ? compare : .not(compare)
                    let found = try world.access.samples(SampleQuery([SampleQuery.Part(type, node)]))
                    let expected = try fitting(samples, node, in: world)
                    #expect(found.map(\.uuid) == expected, "\(type): \(node)")
                }
            }
        }
    }

    /// The members of workouts, electrocardiograms and correlations, and effort relationships.
    @Test func relations() throws {
        let world = try PredicateWorld(seed: 6)
        let database = world.store.database
        let workouts = try world.samples(.workoutType())
        let heartRates = try world.samples(HKQuantityType(.heartRate))
        let owned = try database.read { db in
            try Int64.fetchOne(db, sql: "SELECT workout FROM workout_sample ORDER BY workout LIMIT 1") ?? 0
        }
        try database.write { db in
            let reader = RecordReader(db)
            let effort = try #require(try SampleLookup.find(heartRates[0].uuid, reader))
            let ecg = try #require(
                try Row.fetchOne(db, sql: "SELECT id FROM electrocardiogram LIMIT 1").map { $0[0] as Int64 })
            try db.execute(
                sql: "INSERT INTO effort_relation VALUES (?, 'A', ?, ?, ?, 1)",
                arguments: [owned, effort.id, effort.type, effort.start])
            try db.execute(
                sql: "INSERT INTO electrocardiogram_sample VALUES (?, ?, ?, ?)",
                arguments: [ecg, effort.id, effort.type, effort.start])
        }
        func count(_ relation: PredicateRelation, _ type: HKSampleType) throws -> Int {
            let node = PredicateNode.related(relation)
            let found = try world.access.samples(SampleQuery([SampleQuery.Part(type, node)])).map(\.uuid)
            #expect(found == (try fitting(try world.samples(type), node, in: world)), "\(relation)")
            let rest = try world.access.samples(SampleQuery([SampleQuery.Part(type, .not(node))])).count
            #expect(try world.samples(type).count == found.count + rest)
            return found.count
        }
        let workout = try database.read { db in
            let reader = RecordReader(db)
            return try reader.uuid(try #require(try SampleLookup.sample(reader, at: owned)))
        }
        let routes = try database.routes().filter { $0.workout != nil }
        #expect(try count(.workout(workout), HKQuantityType(.heartRate)) == 1)
        #expect(try count(.anyWorkout, HKQuantityType(.heartRate)) == 6)
        #expect(try count(.anyWorkout, HKSeriesType.workoutRoute()) == routes.count)
        for route in routes {
            #expect(try count(.workout(try #require(route.workout)), HKSeriesType.workoutRoute()) == 1)
        }
        #expect(try count(.effort(workout: workout, activity: nil), HKQuantityType(.heartRate)) == 1)
        #expect(try count(.effort(workout: workout, activity: UUID()), HKQuantityType(.heartRate)) == 0)
        #expect(try count(.workout(UUID()), HKQuantityType(.heartRate)) == 0)
        let pressures = try world.samples(HKCorrelationType(.bloodPressure)).compactMap { $0 as? HKCorrelation }
        #expect(try count(.anyCorrelation, HKQuantityType(.bloodPressureSystolic)) == pressures.count)
        #expect(try count(.correlation(pressures[0].uuid), HKQuantityType(.bloodPressureSystolic)) == 1)
        let ecgs = try world.samples(.electrocardiogramType())
        let symptoms = try ecgs.map { try count(.electrocardiogram($0.uuid), HKQuantityType(.heartRate)) }
        #expect(symptoms.sorted() == [0, 0, 0, 0, 0, 1])
        #expect(workouts.count > 6)
    }
}
