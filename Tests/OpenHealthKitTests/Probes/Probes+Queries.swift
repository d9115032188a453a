// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    // MARK: Predicates of dates

    /// Adds samples around the range from minute 10 to minute 20, and returns the counts that a predicate selects.
    ///
    /// The counts: 1 ends at the start, 2 begins before it, 3 is within, 4 ends at the end, 5 ends after it, 6 begins at the end.
    private func selected(_ options: HKQueryOptions, from: Double? = 10, to: Double? = 20) async throws -> [Double] {
        try grant(steps)
        try world.add([
            steps(0, 10, 1), steps(5, 12, 2), steps(12, 15, 3), steps(15, 20, 4), steps(18, 25, 5), steps(20, 30, 6),
        ])
        return try await counts(
            HKQuery.predicateForSamples(
                withStart: from.map { Self.day + $0 * 60 }, end: to.map { Self.day + $0 * 60 }, options: options))
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforsamples(withstart:end:options:)
    @Test func withoutOptionsSamplesOverlapTheRange() async throws {
        #expect(try await selected([]) == [1, 2, 3, 4, 5])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkqueryoptions/strictstartdate
    @Test func aStrictStartIsWithinTheRange() async throws {
        #expect(try await selected(.strictStartDate) == [3, 4, 5])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkqueryoptions/strictenddate
    @Test func aStrictEndIsWithinTheRange() async throws {
        #expect(try await selected(.strictEndDate) == [1, 2, 3])
    }

    /// Source: HKQuery.h of the iOS 27 SDK, predicateForSamplesWithStartDate:endDate:options:
    @Test func aMissingDateIsAnOpenRange() async throws {
        #expect(try await selected([], to: nil) == [1, 2, 3, 4, 5, 6])
        #expect(
            try await counts(HKQuery.predicateForSamples(withStart: nil, end: Self.day + 600)) == [1, 2])
    }

    // MARK: Other predicates

    /// Source: HKQuery.h of the iOS 27 SDK, predicateForObjectsWithUUIDs:
    @Test func predicatesSelectIdentifiers() async throws {
        try grant(steps)
        let samples = [steps(0, 1, 1), steps(1, 2, 2), steps(2, 3, 3)]
        try world.add(samples)
        #expect(try await counts(HKQuery.predicateForObjects(with: [samples[0].uuid, samples[2].uuid])) == [1, 3])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforobjects(withmetadatakey:)
    @Test func predicatesSelectKeysAndValuesOfMetadata() async throws {
        try grant(steps)
        try world.add([
            steps(0, 1, 1), steps(1, 2, 2, metadata: ["place": "home"]), steps(2, 3, 3, metadata: ["place": "work"]),
        ])
        #expect(try await counts(HKQuery.predicateForObjects(withMetadataKey: "place")) == [2, 3])
        #expect(
            try await counts(HKQuery.predicateForObjects(withMetadataKey: "place", allowedValues: ["work"])) == [3])
    }

    /// Source: HKQuery.h of the iOS 27 SDK, predicateForObjectsFromSources:
    @Test func predicatesSelectSources() async throws {
        try grant(steps)
        try world.add(steps(0, 1, 1), from: "org.example.watch")
        try await app.save(steps(1, 2, 2))
        let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: app)
        let watch = try #require(sources.first { $0.bundleIdentifier == "org.example.watch" })
        #expect(try await counts(HKQuery.predicateForObjects(from: watch)) == [1])
        #expect(try await counts(HKQuery.predicateForObjects(from: Set(sources))) == [1, 2])
    }

    /// Source: HKQuery.h of the iOS 27 SDK, predicateForObjectsWithDeviceProperty:allowedValues:
    @Test func anEmptySetOfADevicePropertySelectsSamplesWithoutIt() async throws {
        try grant(steps)
        func device(_ maker: String?) -> HKDevice {
            HKDevice(
                name: "Band", manufacturer: maker, model: nil, hardwareVersion: nil, firmwareVersion: nil,
                softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
        }
        try world.add([steps(0, 1, 1, device: device(nil)), steps(1, 2, 2, device: device("Maker"))])
        let key = HKDevicePropertyKeyManufacturer
        #expect(
            try await counts(HKQuery.predicateForObjects(withDeviceProperty: key, allowedValues: ["Maker"])) == [2])
        #expect(try await counts(HKQuery.predicateForObjects(withDeviceProperty: key, allowedValues: [])) == [1])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforquantitysamples(with:quantity:)
    @Test func predicatesCompareQuantitiesInAnyUnit() async throws {
        let mass = HKQuantityType(.bodyMass)
        try grant(mass)
        try world.add(
            [60.0, 70, 80].enumerated().map { index, kilograms in
                HKQuantitySample.fixture(
                    .bodyMass, kilograms, unit: .gramUnit(with: .kilo), start: Self.day + Double(index),
                    end: Self.day + Double(index))
            })
        let heavy = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .pound(), doubleValue: 150))
        #expect(try await read(mass, heavy).count == 2)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforcategorysamples(with:value:)
    @Test func predicatesCompareValuesOfCategories() async throws {
        try grant(headache)
        let values = [HKCategoryValueSeverity.mild, .moderate, .severe].map(\.rawValue)
        try world.addDays(3, of: .headache) { values[$0] }
        let predicate = HKQuery.predicateForCategorySamples(
            with: .equalTo, value: HKCategoryValueSeverity.severe.rawValue)
        let found = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: headache, predicate: predicate)], sortDescriptors: []
        ).result(for: app)
        #expect(found.map(\.value) == [HKCategoryValueSeverity.severe.rawValue])
    }

    // MARK: Queries

    /// Source: https://developer.apple.com/documentation/healthkit/hksamplequery
    @Test func aQueryWithoutMatchesHasAnEmptyResult() async throws {
        try grant(steps)
        let found: [HKSample] = try await result { recorder in
            HKSampleQuery(
                sampleType: steps, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil,
                resultsHandler: recorder.handler())
        }
        #expect(found.isEmpty)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hksamplequery
    @Test func aLimitAppliesAfterTheOrder() async throws {
        try grant(steps)
        try world.add((0..<5).map { steps(Double($0), Double($0) + 1, Double($0)) })
        let found: [HKSample] = try await result { recorder in
            HKSampleQuery(
                sampleType: steps, predicate: nil, limit: 2,
                sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)],
                resultsHandler: recorder.handler())
        }
        #expect(found.map(\.startDate) == [Self.day + 240, Self.day + 180])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/execute(_:)
    @Test func handlersRunInTheBackground() async throws {
        try grant(steps)
        let threads = QueryRecorder<Bool>()
        app.execute(
            HKSampleQuery(sampleType: steps, predicate: nil, limit: 0, sortDescriptors: nil) { _, _, _ in
                threads.record(Thread.isMainThread)
            })
        #expect(try await threads.next() == false)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hksourcequery
    @Test func sourcesAreThoseOfMatchingSamples() async throws {
        try grant(steps, pulse)
        try world.add(steps(0, 1), from: "org.example.watch")
        try world.add(pulse(0, 60), from: "org.example.strap")
        let found: Set<HKSource> = try await result { recorder in
            HKSourceQuery(sampleType: steps, samplePredicate: nil, completionHandler: recorder.handler())
        }
        #expect(found.map(\.bundleIdentifier) == ["org.example.watch"])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkcorrelationquery
    @Test func correlationsAreSelectedByTheirObjects() async throws {
        let upper = HKQuantityType(.bloodPressureSystolic)
        try grant(upper, HKQuantityType(.bloodPressureDiastolic))
        try world.add(HKCorrelation.bloodPressureFixture(at: Self.day))
        func found(_ limit: Double) async throws -> Int {
            let low = HKQuery.predicateForQuantitySamples(
                with: .greaterThan, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: limit))
            let correlations: [HKCorrelation] = try await result { recorder in
                HKCorrelationQuery(
                    type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: [upper: low],
                    completion: recorder.handler())
            }
            return correlations.count
        }
        #expect(try await found(20) == 1)
        #expect(try await found(290) == 0)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hksamplequerydescriptor
    @Test func aQueryOfSeveralTypesReturnsAll() async throws {
        try grant(steps, headache)
        try world.add(steps(0, 1))
        try world.addDays(1, of: .headache) { _ in HKCategoryValueSeverity.mild.rawValue }
        let found = try await HKSampleQueryDescriptor(
            predicates: [.sample(type: steps), .sample(type: headache)], sortDescriptors: []
        ).result(for: app)
        #expect(Set(found.map(\.sampleType)) == [steps, headache])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquery/predicateforactivitysummary(with:)
    @Test func activitySummariesAreSelectedByDay() async throws {
        let calendar = try #require(Self.days().calendar)
        func day(_ number: Int) -> DateComponents {
            DateComponents(calendar: calendar, era: 1, year: 2026, month: 3, day: number)
        }
        try world.add(HKActivitySummary.fixture(day: day(8), energy: (100, goal: 500)))
        try world.add(HKActivitySummary.fixture(day: day(9), energy: (200, goal: 500)))
        try world.grant(read: [HKObjectType.activitySummaryType()], to: app)
        let found: [HKActivitySummary] = try await result { recorder in
            HKActivitySummaryQuery(
                predicate: HKQuery.predicateForActivitySummary(with: day(9)), resultsHandler: recorder.handler())
        }
        #expect(found.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) } == [200])
    }
}
