// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of values and dates at the bounds of comparisons, where the last digit matters: the database and objects round
/// differently.
@Suite struct PredicateRoundingTests {
    private static let comparisons: [PredicateOperator] = [
        .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo,
    ]

    /// Expects the database and the matching of each object to find the same samples.
    private func expectAgreement(_ nodes: [PredicateNode], _ type: HKSampleType, in access: AppAccess) throws {
        let samples = try access.samples(SampleQuery([SampleQuery.Part(type)]))
        #expect(samples.count > 5)
        for node in nodes {
            for node in [node, .not(node)] {
                let found = try access.samples(SampleQuery([SampleQuery.Part(type, node)])).map(\.uuid)
                #expect(found == samples.filter { node.matches($0) }.map(\.uuid), "\(node)")
            }
        }
    }

    @Test func values() throws {
        var generator = SeededGenerator(seed: 77)
        for (identifier, units) in PredicateWorld.quantities where units.count > 1 {
            let store = try ScratchStore()
            let type = HKQuantityType(identifier)
            let access = try AppAccess.reading(everythingOf: [type], in: store.database)
            // Values with one decimal, as typed by people, and values with full precision.
            let quantities = (0..<40).map { index in
                let value = generator.number(0, 200)
                return HKQuantity(
                    unit: HKUnit(from: units[index % units.count]),
                    doubleValue: index < 30 ? (value * 10).rounded() / 10 : value)
            }
            try store.database.save(
                quantities.map {
                    HKQuantitySample(type: type, quantity: $0, start: MadeSamples.date(0), end: MadeSamples.date(0))
                }, source: MadeSamples.app)
            var nodes: [PredicateNode] = []
            for quantity in quantities {
                let unit = HKUnit(from: units[generator.below(units.count)])
                let value = quantity.doubleValue(for: unit)
                let bound = [value, value.nextUp, value.nextDown][generator.below(3)]
                let comparison = Self.comparisons[generator.below(Self.comparisons.count)]
                nodes.append(
                    .compare(.quantity, comparison, .quantity(HKQuantity(unit: unit, doubleValue: bound))))
                nodes.append(
                    .compare(.quantity, .equalTo, .quantity(HKQuantity(unit: unit, doubleValue: value))))
            }
            try expectAgreement(nodes, type, in: access)
        }
    }

    /// Dates of all eras: before 2001, seconds since 2001 have more digits; later, seconds since 1970 do.
    @Test func dates() throws {
        var generator = SeededGenerator(seed: 78)
        let store = try ScratchStore()
        let type = HKQuantityType(.stepCount)
        let access = try AppAccess.reading(everythingOf: [type], in: store.database)
        let dates = (0..<60).map { index in
            let years = [-2_200_000_000.0, -978_307_200, -900_000_000, -1, 100_000_000, 750_000_000]
            return Date(timeIntervalSinceReferenceDate: years[index % years.count] + generator.number(0, 1000))
        }
        try store.database.save(
            dates.map {
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: $0,
                    end: $0.addingTimeInterval(generator.below(2) == 0 ? 0 : generator.number(0, 100)))
            }, source: MadeSamples.app)
        var nodes: [PredicateNode] = []
        for sample in try access.samples(SampleQuery([SampleQuery.Part(type)])) {
            let seconds = sample.startDate.timeIntervalSinceReferenceDate
            let bounds = [seconds, seconds.nextUp, seconds.nextDown, seconds + 2e-7, seconds - 2e-7]
            let bound = Date(timeIntervalSinceReferenceDate: bounds[generator.below(5)])
            let comparison = Self.comparisons[generator.below(Self.comparisons.count)]
            nodes.append(.compare(.startDate, comparison, .date(bound)))
            nodes.append(.compare(.startDate, .equalTo, .date(sample.startDate)))
            nodes.append(.compare(.endDate, comparison, .date(sample.endDate)))
            nodes.append(
                .interval(
                    PredicateInterval(
                        from: bound.timeIntervalSince1970, to: sample.endDate.timeIntervalSince1970,
                        isStartStrict: generator.below(2) == 0, isEndStrict: generator.below(2) == 0,
                        includesEndAtStart: generator.below(2) == 0)))
        }
        try expectAgreement(nodes, type, in: access)
        // Saved samples are found by their original dates.
        for date in dates {
            let node = PredicateNode.and([
                .compare(.startDate, .greaterThanOrEqualTo, .date(date)),
                .compare(.startDate, .lessThanOrEqualTo, .date(date)),
            ])
            #expect(try access.samples(SampleQuery([SampleQuery.Part(type, node)])).count >= 1, "\(date)")
        }
    }
}
