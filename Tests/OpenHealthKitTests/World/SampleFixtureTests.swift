// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport
import Testing

@Suite struct SampleFixtureTests {
    private static let sampleTypes = HealthTypes.all.compactMap { HKObjectType.named($0.identifier) as? HKSampleType }

    @Test func everyTypeHasASample() {
        #expect(Self.sampleTypes.count > 200)
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        for type in Self.sampleTypes {
            let sample = type.sample(start: start)
            #expect(sample.sampleType == type, "\(type.identifier)")
            #expect(sample.startDate == start, "\(type.identifier)")
            #expect(sample.endDate >= start, "\(type.identifier)")
        }
    }

    @Test func aWorldStoresSamplesOfAllTypes() throws {
        let world = try HealthWorld()
        try world.add(Self.sampleTypes.map { $0.sample(start: world.clock.now) })
        let count = try world.database.types().reduce(0) { $0 + $1.count }
        // The members of the two correlations are also samples.
        #expect(count >= Self.sampleTypes.count)
    }

    @Test func givenValuesAreUsed() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let device = HKDevice.local()
        let quantity = HKQuantitySample.fixture(
            .bodyMass, 150, unit: .pound(), start: start, end: start + 1, device: device,
            metadata: [HKMetadataKeyWasUserEntered: true])
        #expect(quantity.quantity == HKQuantity(unit: .pound(), doubleValue: 150))
        #expect(quantity.endDate == start + 1)
        #expect(quantity.device == device)
        #expect(quantity.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(
            HKQuantitySample.fixture(.height, unit: .meterUnit(with: .centi)).quantity.doubleValue(for: .meter()) > 1)
        let asleep = HKCategoryValueSleepAnalysis.asleepREM.rawValue
        #expect(HKCategorySample.fixture(.sleepAnalysis, asleep, start: start).value == asleep)
        let pressure = HKCorrelation.bloodPressureFixture(135, 85, at: start)
        let upper = pressure.objects(for: HKQuantityType(.bloodPressureSystolic)).first as? HKQuantitySample
        #expect(upper?.quantity.doubleValue(for: .millimeterOfMercury()) == 135)
        #expect(HKCorrelation.foodFixture("Soup", [.dietaryWater: 0.3]).objects.count == 1)
        #expect(HKWorkout.fixture(.yoga, duration: 60, energy: nil).totalEnergyBurned == nil)
        #expect(HKElectrocardiogram.fixture(duration: 10, frequency: 100).numberOfVoltageMeasurements == 1_000)
    }

    @Test func resultsOfADatabaseCanBeCreated() {
        let watch = HKSource.fixture("Watch", bundleIdentifier: "org.example.watch")
        let phone = HKSource.fixture("Phone", bundleIdentifier: "org.example.phone")
        let statistics = HKStatistics.fixture(
            .stepCount, sum: 9_000, duration: 600,
            sources: [watch: .fixture(.stepCount, sum: 6_000), phone: .fixture(.stepCount, sum: 5_000)])
        #expect(statistics.sumQuantity()?.doubleValue(for: .count()) == 9_000)
        #expect(statistics.averageQuantity() == nil)
        #expect(statistics.duration()?.doubleValue(for: .minute()) == 10)
        #expect(statistics.sources == [phone, watch])
        #expect(statistics.sumQuantity(for: watch)?.doubleValue(for: .count()) == 6_000)
        let weight = HKStatistics.fixture(.bodyMass, unit: .pound(), mostRecent: 150)
        #expect(weight.mostRecentQuantity()?.doubleValue(for: .pound()) == 150)
        #expect(weight.mostRecentQuantityDateInterval()?.end == weight.endDate)
        #expect(HKSourceRevision.fixture(watch, version: "2").source == watch)
        let deleted = HKDeletedObject.fixture(syncIdentifier: "a", syncVersion: 3)
        #expect(deleted.metadata?[HKMetadataKeySyncVersion] as? Int == 3)
        #expect(HKUserAnnotatedMedication.fixture(nickname: "Blue ones").nickname == "Blue ones")
        #expect(HKMedicationDoseEvent.fixture(scheduled: Date()).scheduledDoseQuantity == 1)
        #expect(HKVerifiableClinicalRecord.fixture(items: ["A"]).itemNames == ["A"])
        #expect(HKClinicalRecord.fixture(.labResultRecord, name: "Iron").fhirResource?.resourceType == .observation)
        let measurement = HKElectrocardiogram.VoltageMeasurement.fixture(at: 1, [.appleWatchSimilarToLeadI: 250])
        #expect(
            measurement.quantity(for: .appleWatchSimilarToLeadI)?.doubleValue(for: .voltUnit(with: .milli)) == 0.25)
        let rings = HKActivitySummary.fixture(day: DateComponents(era: 1, year: 2024, month: 2, day: 29))
        #expect(rings.dateComponents(for: Calendar(identifier: .gregorian)).day == 29)
        #expect(rings.exerciseTimeGoal?.doubleValue(for: .minute()) == 30)
    }
}
