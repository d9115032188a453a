// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    // MARK: Quantities and units

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantity
    @Test func quantitiesConvertToCompatibleUnits() {
        let length = HKQuantity(unit: .foot(), doubleValue: 10)
        #expect((length.doubleValue(for: .meter()) - 3.048).magnitude < 1e-12)
        #expect(length.is(compatibleWith: .mile()) && !length.is(compatibleWith: .gram()))
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantity/doublevalue(for:)
    @Test func aConversionToAnotherKindOfUnitIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantity(unit: .foot(), doubleValue: 10).doubleValue(for: .gram())
        }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantity/compare(_:)
    @Test func quantitiesOfDifferentUnitsAreCompared() {
        let metres = HKQuantity(unit: .meter(), doubleValue: 1_000)
        #expect(metres.compare(HKQuantity(unit: .mile(), doubleValue: 1)) == .orderedAscending)
        #expect(metres.compare(HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1)) == .orderedSame)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkunit
    @Test func textsOfUnitsAreTheUnitsOfMethods() {
        let acceleration = HKUnit.meter().unitDivided(by: HKUnit.second().unitRaised(toPower: 2))
        #expect(HKUnit(from: "m/s^2") == acceleration)
        #expect(HKUnit(from: "kg") == .gramUnit(with: .kilo))
        #expect(HKUnit(from: "mg/dL") == HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci)))
        #expect(HKUnit(from: "count/min") == Self.perMinute)
    }

    /// Source: HKUnit.h of the iOS 27 SDK, moleUnitWithMolarMass:
    @Test func amountsOfASubstanceConvertToItsMass() {
        let millimoles = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
        let glucose = HKQuantity(unit: millimoles.unitDivided(by: .liter()), doubleValue: 5)
        #expect((glucose.doubleValue(for: HKUnit(from: "mg/dL")) - 90.078).magnitude < 0.001)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantitytype/is(compatiblewith:)
    @Test func typesStateTheirCompatibleUnits() {
        let mass = HKQuantityType(.bodyMass)
        #expect(mass.is(compatibleWith: .pound()) && mass.is(compatibleWith: .stone()))
        #expect(!mass.is(compatibleWith: .meter()) && !mass.is(compatibleWith: .count()))
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkquantityaggregationstyle
    @Test func typesHaveAStyleOfAggregation() {
        #expect(steps.aggregationStyle == .cumulative)
        #expect(pulse.aggregationStyle == .discreteTemporallyWeighted)
        #expect(HKQuantityType(.bodyMass).aggregationStyle == .discreteArithmetic)
        #expect(
            HKQuantityType(.environmentalAudioExposure).aggregationStyle == .discreteEquivalentContinuousLevel)
    }

    // MARK: Samples

    /// Source: https://developer.apple.com/documentation/healthkit/hkcumulativequantitysample
    @Test func samplesHaveTheClassOfTheirStyle() {
        #expect(steps(0, 1) is HKCumulativeQuantitySample)
        #expect(pulse(0, 60) is HKDiscreteQuantitySample)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hksample
    @Test func aSampleThatEndsBeforeItsStartIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.headache), value: 0, start: Probes.day, end: Probes.day - 1)
        }
    }

    /// Source: https://github.com/carp-dk/carp-health-flutter/issues/254
    @Test func aQuantityThatDoesNotFitItsTypeIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .meter(), doubleValue: 1),
                start: Probes.day, end: Probes.day)
        }
    }

    /// Source: HKCategoryValues.h of the iOS 27 SDK, HKCategoryValueCervicalMucusQuality
    @Test func aValueOutsideItsEnumerationIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.cervicalMucusQuality), value: 6, start: Probes.day, end: Probes.day)
        }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncidentifier
    @Test func aSyncIdentifierWithoutAVersionIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.headache), value: 0, start: Probes.day, end: Probes.day,
                metadata: [HKMetadataKeySyncIdentifier: "a"])
        }
    }

    /// Source: HKMetadata.h of the iOS 27 SDK, HKMetadataKeyMenstrualCycleStart
    @Test func aMenstrualFlowWithoutItsStartIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.menstrualFlow), value: HKCategoryValueVaginalBleeding.light.rawValue,
                start: Probes.day, end: Probes.day)
        }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkmetadatakeytimezone
    @Test func aPredefinedKeyWithAnotherKindOfValueIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.headache), value: 0, start: Probes.day, end: Probes.day,
                metadata: [HKMetadataKeyTimeZone: 5])
        }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkcorrelation/objects(for:)
    @Test func correlationsReturnTheirObjectsOfAType() {
        let pressure = HKCorrelation.bloodPressureFixture(at: Self.day)
        #expect(pressure.objects.count == 2)
        let upper = pressure.objects(for: HKQuantityType(.bloodPressureSystolic))
        #expect(upper.count == 1 && upper.isSubset(of: pressure.objects))
        #expect(pressure.objects(for: steps).isEmpty)
    }

    /// Source: HKCorrelation.h of the iOS 27 SDK, correlationWithType:startDate:endDate:objects:
    @Test func aCorrelationWithoutObjectsIsAnException() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCorrelation(
                type: HKCorrelationType(.food), start: Probes.day, end: Probes.day, objects: [])
        }
    }

    /// Source: HKSample.h of the iOS 27 SDK, hasUndeterminedDuration
    @Test func anEndInTheDistantFutureIsUndetermined() {
        let open = HKCategorySample(
            type: HKCategoryType(.pregnancy), value: 0, start: Self.day, end: .distantFuture)
        #expect(open.hasUndeterminedDuration && !steps(0, 1).hasUndeterminedDuration)
    }

    /// Source: https://github.com/dotnet/macios, tests/monotouch-test/HealthKit/CdaDocumentSampleTest.cs
    @Test func documentsLastAtMostFourDays() throws {
        let documents = try #require(HKObjectType.documentType(forIdentifier: .CDA))
        #expect(documents.isMaximumDurationRestricted && documents.maximumAllowedDuration == 4 * 86_400)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkworkoutevent
    @Test func pausesOfAnInactiveWorkoutAreIgnored() {
        func event(_ type: HKWorkoutEventType, _ minute: Double) -> HKWorkoutEvent {
            HKWorkoutEvent(
                type: type, dateInterval: DateInterval(start: Self.day + minute * 60, duration: 0), metadata: nil)
        }
        let workout = HKWorkout(
            activityType: .running, start: Self.day, end: Self.day + 3600,
            workoutEvents: [event(.pause, 10), event(.pause, 20), event(.resume, 30), event(.resume, 40)],
            totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
        #expect(workout.duration == 40 * 60)
    }
}
