// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of the validation of new objects, both by the throwing initializers and by those that trap.
@Suite struct ValidationTests {
    static let start = HealthModelTestSamples.start
    static let end = HealthModelTestSamples.end
    static let steps = HKQuantityType(.stepCount)
    static let one = HKQuantity(unit: .count(), doubleValue: 1)

    private func code(_ make: () throws -> some HKObject) -> HKObjectValidationError.Code? {
        do {
            _ = try make()
            return nil
        } catch {
            return (error as? HKObjectValidationError)?.code
        }
    }

    /// Returns the code of the error that a closure throws.
    private func fault(_ check: () throws -> Void) -> HKObjectValidationError.Code? {
        do {
            try check()
            return nil
        } catch {
            return (error as? HKObjectValidationError)?.code
        }
    }

    private func steps(
        _ quantity: HKQuantity = one, start: Date = start, end: Date = end, metadata: [String: Any]? = nil
    ) throws -> HKQuantitySample {
        try HKQuantitySample.validated(
            type: Self.steps, quantity: quantity, start: start, end: end, metadata: metadata)
    }

    @Test func intervals() {
        #expect(code { try steps() } == nil)
        #expect(code { try steps(end: Self.start) } == nil)
        #expect(code { try steps(start: Self.end, end: Self.start) } == .invalidInterval)
        #expect(code { try steps(end: .distantFuture) } == .undeterminedEnd)
        #expect(code { try steps(start: .distantFuture, end: .distantFuture) } == .undeterminedEnd)
        #expect(code { try steps(start: .distantPast) } == nil)
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(code { try steps(start: never) } == .invalidInterval)
        #expect(code { try steps(end: never) } == .invalidInterval)
        #expect(code { try steps(end: Date(timeIntervalSinceReferenceDate: .infinity)) } == .invalidInterval)
        #expect(code { try steps(end: Self.start.addingTimeInterval(86400 * 3650)) } == nil)
    }

    @Test func reversedIntervalStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: ValidationTests.steps, quantity: ValidationTests.one, start: ValidationTests.end,
                end: ValidationTests.start)
        }
    }

    @Test func undeterminedEndStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: ValidationTests.steps, quantity: ValidationTests.one, start: ValidationTests.start,
                end: .distantFuture)
        }
    }

    @Test func units() {
        #expect(code { try steps(HealthModelTestSamples.quantity(1, "m")) } == .incompatibleUnit)
        #expect(code { try steps(HKQuantity(unit: .count(), doubleValue: .nan)) } == .valueNotFinite)
        #expect(code { try steps(HKQuantity(unit: .count(), doubleValue: -1)) } == nil)
    }

    @Test func otherUnitStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .meter(), doubleValue: 1),
                start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start)
        }
    }

    @Test func aSampleButNotAStoreAcceptsNaN() {
        for value in [Double.nan, .infinity, -.infinity] {
            let sample = HKQuantitySample(
                type: Self.steps, quantity: HKQuantity(unit: .count(), doubleValue: value), start: Self.start,
                end: Self.end)
            #expect(sample.quantity.doubleValue(for: .count()).isFinite == false)
            #expect(fault { try HKObjectValidation.checkContent(sample) } == .valueNotFinite)
            #expect(fault { try HKObjectValidation.checkLimits(sample) } == .valueNotFinite)
        }
    }

    @Test func classOfAnotherKindOfTypesCanBeCreatedButNotStored() {
        let depth = HKCumulativeQuantitySample(
            type: HKQuantityType(.underwaterDepth), quantity: HKQuantity(unit: .meter(), doubleValue: 12),
            start: Self.start, end: Self.end)
        #expect(depth.sumQuantity == HKQuantity(unit: .meter(), doubleValue: 12))
        #expect(fault { try HKObjectValidation.checkContent(depth) } == .wrongClass)
    }

    @Test func statesCanBeOpenEnded() throws {
        var openEnded: Set<String> = []
        for type in HealthTypes.all where type.kind == .category {
            let category = HKCategoryType(HKCategoryTypeIdentifier(rawValue: type.identifier))
            let found = fault {
                try HKObjectValidation.checkInterval(of: category, start: Self.start, end: .distantFuture)
            }
            #expect(found == nil || found == .undeterminedEnd)
            if found == nil { openEnded.insert(type.swiftName) }
        }
        #expect(openEnded == ["contraceptive", "lactation", "pregnancy"])
        let pregnancy = HKCategorySample(
            type: HKCategoryType(.pregnancy), value: 0, start: Self.start, end: .distantFuture)
        #expect(pregnancy.hasUndeterminedDuration)
        #expect(fault { try HKObjectValidation.check(pregnancy) } == nil)
    }

    @Test func requiredMetadata() {
        let insulin = HKQuantityType(.insulinDelivery)
        let dose = HKQuantity(unit: .internationalUnit(), doubleValue: 1)
        func deliver(_ metadata: [String: Any]?) throws -> HKQuantitySample {
            try HKQuantitySample.validated(
                type: insulin, quantity: dose, start: Self.start, end: Self.end, metadata: metadata)
        }
        #expect(code { try deliver(nil) } == .missingMetadata)
        #expect(code { try deliver([HKMetadataKeyInsulinDeliveryReason: 1]) } == nil)
        func flow(_ metadata: [String: Any]?) throws -> HKCategorySample {
            try HKCategorySample.validated(
                type: HKCategoryType(.menstrualFlow), value: 2, start: Self.start, end: Self.end, metadata: metadata)
        }
        #expect(code { try flow([:]) } == .missingMetadata)
        #expect(code { try flow([HKMetadataKeyMenstrualCycleStart: NSNumber(value: false)]) } == nil)
    }

    @Test func insulinWithoutReasonStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.insulinDelivery),
                quantity: HKQuantity(unit: .internationalUnit(), doubleValue: 1),
                start: HealthModelTestSamples.start, end: HealthModelTestSamples.start)
        }
    }

    @Test func syncMetadata() {
        #expect(code { try steps(metadata: [HKMetadataKeySyncIdentifier: "a"]) } == .incompleteSyncMetadata)
        #expect(code { try steps(metadata: [HKMetadataKeySyncVersion: 1]) } == .incompleteSyncMetadata)
        #expect(
            code { try steps(metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1]) } == nil)
    }

    @Test func syncIdentifierAloneStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: ValidationTests.steps, quantity: ValidationTests.one, start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start,
                metadata: [HKMetadataKeySyncIdentifier: "a"])
        }
    }

    @Test func metadataClasses() {
        let refused: [Any] = [[1], ["a": 1], Data(), UUID(), URL(fileURLWithPath: "/"), NSObject()]
        for value in refused {
            #expect(code { try steps(metadata: ["key": value]) } == .invalidMetadata)
        }
    }

    @Test func otherMetadataClassesStopTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: ValidationTests.steps, quantity: ValidationTests.one, start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start,
                metadata: ["key": [1]])
        }
    }

    @Test func correlations() throws {
        let systolic = HKQuantitySample(
            type: HKQuantityType(.bloodPressureSystolic), quantity: HealthModelTestSamples.quantity(120, "mmHg"),
            start: Self.start, end: Self.start)
        let water = HKQuantitySample(
            type: HKQuantityType(.dietaryWater), quantity: HealthModelTestSamples.quantity(1, "L"), start: Self.start,
            end: Self.start)
        func correlate(_ type: HKCorrelationTypeIdentifier, _ objects: Set<HKSample>) throws -> HKCorrelation {
            try HKCorrelation.validated(
                type: HKCorrelationType(type), start: Self.start, end: Self.end, objects: objects)
        }
        #expect(code { try correlate(.bloodPressure, []) } == .emptyCorrelation)
        #expect(code { try correlate(.bloodPressure, [systolic]) } == nil)
        #expect(code { try correlate(.bloodPressure, [systolic, water]) } == .invalidMember)
        #expect(code { try correlate(.food, [water]) } == nil)
        #expect(code { try correlate(.food, [systolic]) } == .invalidMember)
        #expect(code { try correlate(.food, [HealthModelTestSamples.workout]) } == .invalidMember)
        let meal = try correlate(.food, [water])
        #expect(meal.objects(for: HKQuantityType(.dietaryWater)) == [water])
        #expect(meal.objects(for: HKQuantityType(.stepCount)).isEmpty)
        #expect(meal.correlationType == HKCorrelationType(.food))
        #expect(meal.sampleType == HKCorrelationType(.food))
    }

    @Test func emptyCorrelationStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCorrelation(
                type: HKCorrelationType(.food), start: HealthModelTestSamples.start, end: HealthModelTestSamples.start,
                objects: [])
        }
    }

    @Test func correlationOfWorkoutsStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCorrelation(
                type: HKCorrelationType(.food), start: HealthModelTestSamples.start, end: HealthModelTestSamples.start,
                objects: [HealthModelTestSamples.workout])
        }
    }

    @Test func errorsNameTypesAndNoValues() {
        do {
            _ = try steps(HKQuantity(unit: .meter(), doubleValue: 98765))
            Issue.record("no error")
        } catch {
            let text = "\(error) \(error.localizedDescription)"
            #expect(text.contains("HKQuantityTypeIdentifierStepCount"))
            #expect(text.contains("count") && text.contains("not m"))
            #expect(!text.contains("98765"))
        }
    }
}
