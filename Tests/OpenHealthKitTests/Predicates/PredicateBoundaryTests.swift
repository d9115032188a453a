// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
import OpenHealthModel
import OpenHealthTestSupport
import Testing

/// Tests of all predicates with a range at the edges of the range: in memory, in the store, and against conditions written out.
@Suite struct PredicateBoundaryTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let options: [HKQueryOptions] = [
        [], .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate],
    ]

    /// The edges of ranges, and the dates of samples: equal ones, adjacent ones, and none.
    private static let edges: [Double?] = [nil, 0, 1, 2, 3]
    private static let dates = [0.0, 1, 2, 3]

    private static func date(_ minutes: Double) -> Date { start + minutes * 60 }

    /// The ranges between all edges, including empty and reversed ones.
    private static var ranges: [(from: Date?, to: Date?)] {
        edges.flatMap { from in edges.map { (from.map(date), $0.map(date)) } }
    }

    /// The documented condition of each option, as a predicate of NSPredicate's formats.
    private static func written(from: Date?, to: Date?, _ options: HKQueryOptions) -> NSPredicate {
        var parts: [NSPredicate] = []
        func add(_ keyPath: String, _ comparison: String, _ date: Date?) {
            guard let date else { return }
            parts.append(NSPredicate(format: "%K \(comparison) %@", keyPath, date as NSDate))
        }
        if options.isEmpty {
            add(HKPredicateKeyPathEndDate, ">=", from)
            add(HKPredicateKeyPathStartDate, "<", to)
        }
        if options.contains(.strictStartDate) {
            add(HKPredicateKeyPathStartDate, ">=", from)
            add(HKPredicateKeyPathStartDate, "<", to)
        }
        if options.contains(.strictEndDate) {
            add(HKPredicateKeyPathEndDate, ">=", from)
            add(HKPredicateKeyPathEndDate, "<", to)
        }
        return NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }

    /// The same condition, in plain comparisons.
    private static func holds(_ sample: HKSample, from: Date?, to: Date?, _ options: HKQueryOptions) -> Bool {
        let (lower, upper) = (from ?? .distantPast, to ?? .distantFuture)
        let startsWithin = sample.startDate >= lower && sample.startDate < upper
        let endsWithin = sample.endDate >= lower && sample.endDate < upper
        if options.isEmpty { return sample.endDate >= lower && sample.startDate < upper }
        return (!options.contains(.strictStartDate) || startsWithin)
            && (!options.contains(.strictEndDate) || endsWithin)
    }

    private func uuids(_ type: HKSampleType, _ predicate: NSPredicate, _ store: HKHealthStore) async throws -> Set<UUID>
    {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.sample(type: type, predicate: predicate)], sortDescriptors: [])
        return Set(try await descriptor.result(for: store).map(\.uuid))
    }

    @Test(arguments: Self.options) func intervalsOfSamplesAtEveryEdge(_ options: HKQueryOptions) async throws {
        let types: [HKSampleType] = [
            HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKCategoryType(.sleepAnalysis), .workoutType(),
            .electrocardiogramType(), HKSeriesType.workoutRoute(), HKSeriesType.heartbeat(),
        ]
        let test = try UsageWorld(share: [], read: types)
        for type in types {
            let hasInstants = type is HKQuantityType || type is HKCategoryType
            let samples = Self.dates.flatMap { from in
                Self.dates.filter { $0 > from || hasInstants && $0 == from }
                    .map { type.sample(start: Self.date(from), end: Self.date($0)) }
            }
            try test.world.add(samples)
            for (from, to) in Self.ranges {
                let predicate = HKQuery.predicateForSamples(withStart: from, end: to, options: options)
                let written = Self.written(from: from, to: to, options)
                let expected = samples.filter { Self.holds($0, from: from, to: to, options) }.map(\.uuid)
                let place = "\(type.identifier), \(predicate)"
                #expect(samples.filter { predicate.evaluate(with: $0) }.map(\.uuid) == expected, "\(place)")
                #expect(samples.filter { written.evaluate(with: $0) }.map(\.uuid) == expected, "\(place)")
                #expect(try await uuids(type, predicate, test.store) == Set(expected), "\(place)")
                #expect(try await uuids(type, written, test.store) == Set(expected), "\(place)")
                let opposite = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
                let others = Set(samples.map(\.uuid)).subtracting(expected)
                #expect(try await uuids(type, opposite, test.store) == others, "not \(place)")
            }
        }
    }

    /// Every sample type: its sample ends exactly at the start of one range and starts exactly at the end of another.
    @Test func everyTypeAtBothEdges() async throws {
        let types = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }
            .filter { !$0.requiresPerObjectAuthorization() }
        let test = try UsageWorld(share: [], read: types.filter { !($0 is HKCorrelationType) })
        let samples = types.map { $0.sample(start: Self.start) }
        try test.world.add(samples)
        for (type, sample) in zip(types, samples) {
            for options in Self.options {
                for (from, to) in [
                    (sample.endDate, sample.endDate + 60), (sample.startDate - 60, sample.startDate),
                ] {
                    let predicate = HKQuery.predicateForSamples(withStart: from, end: to, options: options)
                    let expected = Self.holds(sample, from: from, to: to, options)
                    #expect(predicate.evaluate(with: sample) == expected, "\(type.identifier), \(predicate)")
                    let found = try await uuids(type, predicate, test.store).contains(sample.uuid)
                    #expect(found == expected, "\(type.identifier), \(predicate)")
                }
            }
        }
    }

    @Test(arguments: Self.options) func intervalsOfActivitiesAtEveryEdge(_ options: HKQueryOptions) async throws {
        let test = try UsageWorld(share: [], read: [.workoutType()])
        let workouts = Self.dates.flatMap { from in
            Self.dates.filter { $0 > from }.map { to -> HKWorkout in
                let activity = HKWorkoutActivity(
                    workoutConfiguration: HKWorkoutConfiguration(), start: Self.date(from), end: Self.date(to),
                    metadata: nil)
                // The durations differ, so that no workout is equal to another.
                return HKWorkout(
                    activityType: .other, startDate: Self.date(-10), endDate: Self.date(10),
                    duration: 600 + from * 10 + to, workoutActivities: [activity],
                    fields: HKObjectFields(newWith: nil, metadata: [:]))
            }
        }
        try test.world.add(workouts)
        for (from, to) in Self.ranges {
            let inner = HKQuery.predicateForWorkoutActivities(start: from, end: to, options: options)
            let predicate = HKQuery.predicateForWorkouts(activityPredicate: inner)
            let expected = workouts.filter { workout in
                workout.workoutActivities.contains { activity in
                    guard let end = activity.endDate else { return false }
                    return Self.holds(
                        HKQuantitySample.fixture(.stepCount, start: activity.startDate, end: end), from: from, to: to,
                        options)
                }
            }.map(\.uuid)
            #expect(workouts.filter { predicate.evaluate(with: $0) }.map(\.uuid) == expected, "\(predicate)")
            #expect(try await uuids(.workoutType(), predicate, test.store) == Set(expected), "\(predicate)")
        }
    }

    /// A sum contains exactly the samples that match, whether or not stored figures could answer it.
    @Test(arguments: Self.options) func sumsContainTheMatchingSamples(_ options: HKQueryOptions) async throws {
        let steps = HKQuantityType(.stepCount)
        let test = try UsageWorld(share: [], read: [steps])
        // Samples of one source that do not overlap, so that none is left out as a duplicate.
        let samples = [(0.0, 1.0), (1, 2), (2, 2), (2, 3)].enumerated().map { index, dates in
            HKQuantitySample.fixture(
                .stepCount, Double(1 << index), start: Self.date(dates.0), end: Self.date(dates.1))
        }
        try test.world.add(samples)
        for (from, to) in Self.ranges {
            let expected = samples.filter { Self.holds($0, from: from, to: to, options) }
                .reduce(0) { $0 + $1.quantity.doubleValue(for: .count()) }
            let predicate = HKQuery.predicateForSamples(withStart: from, end: to, options: options)
            do {
                let statistics = try await HKStatisticsQueryDescriptor(
                    predicate: .quantitySample(type: steps, predicate: predicate), options: .cumulativeSum
                ).result(for: test.store)
                // Samples that overlap another source are divided.
                let sum = try #require(statistics?.sumQuantity()?.doubleValue(for: .count()))
                #expect(abs(sum - expected) < 1e-9, "\(predicate)")
            } catch HKError.errorNoData {
                #expect(expected == 0, "\(predicate)")
            }
        }
    }

    private static var comparisons: [(NSPredicateOperator, (Double, Double) -> Bool)] {
        [
            (.lessThan, { $0 < $1 }), (.lessThanOrEqualTo, { $0 <= $1 }), (.greaterThan, { $0 > $1 }),
            (.greaterThanOrEqualTo, { $0 >= $1 }), (.equalTo, { $0 == $1 }), (.notEqualTo, { $0 != $1 }),
        ]
    }

    @Test func quantitiesAtTheBound() async throws {
        let type = HKQuantityType(.bodyMass)
        let test = try UsageWorld(share: [], read: [type])
        let samples = [59, 60, 61].map { HKQuantitySample.fixture(.bodyMass, Double($0), start: Self.start) }
        try test.world.add(samples)
        for (comparison, holds) in Self.comparisons {
            for unit in [HKUnit.gramUnit(with: .kilo), .gram()] {
                let bound = HKQuantity(unit: unit, doubleValue: unit == .gram() ? 60_000 : 60)
                let predicate = HKQuery.predicateForQuantitySamples(with: comparison, quantity: bound)
                let expected = samples.filter {
                    holds($0.quantity.doubleValue(for: .gramUnit(with: .kilo)), 60)
                }.map(\.uuid)
                #expect(samples.filter { predicate.evaluate(with: $0) }.map(\.uuid) == expected, "\(predicate)")
                #expect(try await uuids(type, predicate, test.store) == Set(expected), "\(predicate)")
            }
        }
    }

    @Test func workoutsAtTheBound() async throws {
        let test = try UsageWorld(share: [], read: [.workoutType()])
        let workouts = [59.0, 60, 61].map {
            HKWorkout.fixture(.running, start: Self.start, duration: $0, energy: $0, distance: $0)
        }
        try test.world.add(workouts)
        for (comparison, holds) in Self.comparisons {
            let predicates = [
                HKQuery.predicateForWorkouts(with: comparison, duration: 60),
                HKQuery.predicateForWorkouts(
                    with: comparison, totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 60)),
                HKQuery.predicateForWorkouts(
                    with: comparison, totalDistance: HKQuantity(unit: .meter(), doubleValue: 60)),
            ]
            let expected = workouts.filter { holds($0.duration, 60) }.map(\.uuid)
            for predicate in predicates {
                #expect(workouts.filter { predicate.evaluate(with: $0) }.map(\.uuid) == expected, "\(predicate)")
                #expect(try await uuids(.workoutType(), predicate, test.store) == Set(expected), "\(predicate)")
            }
        }
    }

    @Test func activitySummariesOfTheFirstAndTheLastDay() {
        func day(_ day: Int) -> DateComponents { DateComponents(era: 1, year: 2024, month: 3, day: day) }
        let predicate = HKQuery.predicate(forActivitySummariesBetweenStart: day(10), end: day(12))
        let found = (9...13).filter { predicate.evaluate(with: HKActivitySummary.fixture(day: day($0))) }
        #expect(found == [10, 11, 12])
    }

    @Test func relevantDatesIncludeBothEnds() {
        let interval = DateInterval(start: Self.start, duration: 60)
        let predicate = HKQuery.predicateForVerifiableClinicalRecords(withRelevantDateWithin: interval)
        let found = [-1.0, 0, 60, 61].filter {
            predicate.evaluate(with: HKVerifiableClinicalRecord.fixture(at: Self.start + $0))
        }
        #expect(found == [0, 60])
    }

    @Test func scheduledDatesIncludeTheStartAndNotTheEnd() {
        for (from, to) in Self.ranges {
            let predicate = HKQuery.predicateForMedicationDoseEvent(scheduledStart: from, end: to)
            for minute in Self.dates {
                let scheduled = Self.date(minute)
                let expected = scheduled >= from ?? .distantPast && scheduled < to ?? .distantFuture
                let event = HKMedicationDoseEvent.fixture(at: Self.start, scheduled: scheduled)
                #expect(predicate.evaluate(with: event) == expected, "\(predicate)")
            }
            #expect(!predicate.evaluate(with: HKMedicationDoseEvent.fixture(at: Self.start)), "\(predicate)")
        }
    }
}
