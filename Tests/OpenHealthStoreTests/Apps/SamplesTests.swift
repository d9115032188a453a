// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of orders, limits and pages of samples.
@Suite struct SamplesTests {
    private typealias Order = SampleQuery.Order
    private static let keys: [Order.Key] = [
        .startDate, .endDate, .quantity, .categoryValue, .uuid, .duration, .totalDistance, .totalEnergyBurned,
        .totalSwimmingStrokeCount, .totalFlightsClimbed,
    ]

    /// Returns the sort key of a sample, computed from the object.
    private func key(_ key: Order.Key, _ sample: HKSample) -> [Double] {
        func value(_ quantity: HKQuantity?, _ unit: HKUnit) -> [Double] {
            quantity.map { [$0.doubleValue(for: unit)] } ?? []
        }
        let workout = sample as? HKWorkout
        switch key {
        case .startDate: return [sample.startDate.timeIntervalSince1970]
        case .endDate: return [sample.endDate.timeIntervalSince1970]
        case .quantity:
            guard let sample = sample as? HKQuantitySample else { return [] }
            // Converted values differ in the last digits, where the order is not significant.
            return value(sample.quantity, sample.quantityType.canonicalUnit).map { ($0 * 1e9).rounded() }
        case .categoryValue: return (sample as? HKCategorySample).map { [Double($0.value)] } ?? []
        case .uuid: return withUnsafeBytes(of: sample.uuid.uuid) { $0.map(Double.init) }
        case .duration: return workout.map { [$0.duration] } ?? []
        case .totalDistance: return value(workout?.totalDistance, .meter())
        case .totalEnergyBurned: return value(workout?.totalEnergyBurned, .kilocalorie())
        case .totalSwimmingStrokeCount: return value(workout?.totalSwimmingStrokeCount, .count())
        case .totalFlightsClimbed: return value(workout?.totalFlightsClimbed, .count())
        }
    }

    /// Returns the samples in an order. Equal samples keep their order, which is by start date and save.
    private func sorted(_ samples: [HKSample], _ order: [Order]) -> [HKSample] {
        let keyed = samples.enumerated().map { index, sample in
            (index, sample, order.map { self.key($0.key, sample) })
        }
        func precedes(_ a: (Int, HKSample, [[Double]]), _ b: (Int, HKSample, [[Double]])) -> Bool {
            for (index, order) in order.enumerated() where a.2[index] != b.2[index] {
                return a.2[index].lexicographicallyPrecedes(b.2[index]) == order.isAscending
            }
            return a.0 < b.0
        }
        return keyed.sorted(by: precedes).map(\.1)
    }

    private func pages(_ access: AppAccess, _ query: SampleQuery, size: Int) throws -> [HKSample] {
        var all: [HKSample] = []
        try access.forEachPage(query, size: size) { page in
            #expect(!page.isEmpty && page.count <= size)
            all += page
            return true
        }
        return all
    }

    @Test func ordersAndLimits() throws {
        let world = try PredicateWorld(seed: 11)
        let everything = try world.access.samples(SampleQuery(world.types.map { SampleQuery.Part($0) }))
        var generator = SeededGenerator(seed: 11)
        for round in 0..<50 {
            let order = (0..<1 + generator.below(2)).map { _ in
                Order(
                    round < 20 ? Self.keys[round / 2] : Self.keys[generator.below(Self.keys.count)],
                    ascending: round < 20 ? round % 2 == 0 : generator.below(2) == 0)
            }
            let types = world.types.filter { _ in generator.below(3) > 0 }
            let limit = [nil, 0, 1, 7, 40, 10_000][generator.below(6)]
            let predicate = PredicateNode.or([
                .compare(.sourceBundleIdentifier, .beginsWith, .text("org")),
                .compare(.metadata("note"), .equalTo, .null),
            ])
            let query = SampleQuery(types.map { SampleQuery.Part($0, predicate) }, order: order, limit: limit)
            let fitting = everything.filter { types.contains($0.sampleType) && predicate.matches($0) }
            let wanted = limit.map { $0 > 0 ? $0 : .max } ?? .max
            let expected = sorted(fitting, order).prefix(wanted).map(\.uuid)
            #expect(try world.access.samples(query).map(\.uuid) == expected, "\(order)")
            for size in [5, 100] {
                #expect(try pages(world.access, query, size: size).map(\.uuid) == expected, "\(order) \(size)")
            }
        }
    }

    /// A sample that matches two parts of its type is returned once.
    @Test func partsOfOneType() throws {
        let store = try ScratchStore()
        let type = HKQuantityType(.stepCount)
        try store.database.save(
            (0..<50).map { MadeSamples.steps(Double($0), from: Double($0)) }, source: MadeSamples.app)
        let access = try AppAccess.reading(everythingOf: [type], in: store.database)
        func part(_ from: Double, _ to: Double) -> SampleQuery.Part {
            SampleQuery.Part(
                type,
                .interval(
                    PredicateInterval(
                        from: MadeSamples.date(from).timeIntervalSince1970,
                        to: MadeSamples.date(to).timeIntervalSince1970)))
        }
        let samples = try access.samples(SampleQuery([part(0, 10), part(5, 12), part(40, 45)]))
        #expect(
            samples.map { $0.startDate.timeIntervalSince(MadeSamples.newYear) } == Array(0..<12).map(Double.init) + [
                40, 41, 42, 43, 44,
            ])
        #expect(try access.samples(SampleQuery([])).isEmpty)
        #expect(try access.samples(SampleQuery([part(5, 5)])).count == 0)
    }

    /// Each page continues after the last sample of the previous one, even if samples are saved or deleted in between.
    @Test func pagesOverAChangingStore() throws {
        let type = HKQuantityType(.stepCount)
        for newestFirst in [false, true] {
            let store = try ScratchStore()
            let samples = (0..<40).map { MadeSamples.steps(Double($0), from: Double($0 / 4)) }
            try store.database.save(samples, source: MadeSamples.app)
            let access = try AppAccess.reading(everythingOf: [type], in: store.database)
            let order = [Order(.startDate, ascending: !newestFirst)]
            var seen: [UUID] = []
            try access.forEachPage(SampleQuery([SampleQuery.Part(type)], order: order), size: 3) { page in
                seen += page.map(\.uuid)
                guard seen.count == 6 else { return true }
                let last = try #require(page.last)
                try store.database.delete([last.uuid])
                try store.database.save(
                    [-1, 0, 4, 9, 20].map { MadeSamples.steps(100, from: $0) }, source: MadeSamples.app)
                return true
            }
            #expect(Set(seen).count == seen.count)
            #expect(Set(samples.map(\.uuid)).isSubset(of: seen))
        }
    }

    @Test func pagesStop() throws {
        let world = try PredicateWorld(seed: 12)
        for order in [[], [Order(.endDate, ascending: true)]] {
            var pages = 0
            try world.access.forEachPage(
                SampleQuery([SampleQuery.Part(HKQuantityType(.stepCount))], order: order), size: 2
            ) { _ in
                pages += 1
                return pages < 3
            }
            #expect(pages == 3)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try world.access.forEachPage(
                    SampleQuery([SampleQuery.Part(HKQuantityType(.stepCount))], order: order)
                ) { _ in throw Stop() }
            }
        }
    }

    @Test func sourcesAreReturned() throws {
        let world = try PredicateWorld(seed: 13)
        var random = RandomPredicate(seed: 13, objects: try world.types.flatMap(world.samples))
        for round in 0..<12 {
            let node = round == 0 ? .constant(true) : random.node(depth: round % 3)
            for type in world.types {
                let part = SampleQuery.Part(type, node)
                let samples = try world.access.samples(SampleQuery([part]))
                #expect(
                    try world.access.sources(part) == Set(samples.map(\.sourceRevision.source)), "\(type): \(node)")
            }
        }
        // A source without samples is not returned.
        let type = HKCategoryType(.headache)
        let samples = try world.samples(type)
        let source = try #require(samples.first).sourceRevision.source
        try world.store.database.delete(samples.filter { $0.sourceRevision.source == source }.map(\.uuid))
        #expect(try !world.access.sources(SampleQuery.Part(type)).contains(source))
    }

    @Test func correlations() throws {
        let store = try ScratchStore()
        try store.database.save(
            (0..<5).map { MadeSamples.bloodPressure(110 + Double($0) * 10, 70 + Double($0), at: Double($0)) },
            source: MadeSamples.app)
        let type = HKCorrelationType(.bloodPressure)
        let access = try AppAccess.reading(
            everythingOf: [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)],
            in: store.database)
        func above(_ value: Double) -> PredicateNode {
            .compare(
                .quantity, .greaterThan,
                .quantity(HKQuantity(unit: .millimeterOfMercury(), doubleValue: value)))
        }
        func count(_ node: PredicateNode, _ members: [HKSampleType: PredicateNode]) throws -> Int {
            try access.correlations(SampleQuery.Part(type, node), members: members).count
        }
        let (systolic, diastolic) = (HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic))
        #expect(try count(.constant(true), [:]) == 5)
        #expect(try count(.constant(true), [systolic: above(125)]) == 3)
        #expect(try count(.constant(true), [systolic: above(125), diastolic: above(73)]) == 1)
        #expect(try count(.constant(true), [HKQuantityType(.stepCount): .constant(true)]) == 0)
        let late = PredicateNode.compare(.startDate, .greaterThan, .date(MadeSamples.date(3.5)))
        #expect(try count(late, [systolic: above(125)]) == 1)
    }
}
