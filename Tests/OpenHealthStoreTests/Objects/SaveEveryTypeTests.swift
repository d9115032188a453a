// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct SaveEveryTypeTests {
    @Test func everyQuantityTypeRoundTrips() throws {
        let store = try ScratchStore()
        let types = HealthTypes.all.filter { $0.kind == .quantity }
        #expect(types.count > 100)
        var saved: [HKQuantitySample] = []
        for (index, description) in types.enumerated() {
            let type = try #require(HKObjectType.named(description.identifier) as? HKQuantityType)
            saved.append(
                HKQuantitySample(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: Double(index) + 0.1),
                    start: MadeSamples.date(0), end: MadeSamples.date(Double(index % 3) * 60),
                    metadata: MadeSamples.required(description.identifier)))
        }
        #expect(try store.database.save(saved, source: MadeSamples.app) == saved.map(\.uuid))
        for sample in saved {
            let read = try #require(try store.database.sample(uuid: sample.uuid) as? HKQuantitySample)
            #expect(Swift.type(of: read) == Swift.type(of: sample))
            #expect(read.quantityType == sample.quantityType)
            #expect(read.quantity == sample.quantity)
            #expect(read.quantity.originalUnit == sample.quantity.originalUnit)
            #expect(read.startDate == sample.startDate)
            #expect(read.endDate == sample.endDate)
            #expect(read.sourceRevision.source.bundleIdentifier == "org.example.journal")
            #expect(read.sourceRevision.source.name == "Journal")
            #expect(read.sourceRevision.version == "3.1")
            #expect(read.sourceRevision.productType == "Computer1,1")
            #expect(read.sourceRevision.operatingSystemVersion.majorVersion == 12)
            #expect(read.sourceRevision.operatingSystemVersion.patchVersion == 1)
        }
        #expect(try store.database.samples(SampleRequest()).count == saved.count)
        #expect(try store.database.types().map(\.identifier) == types.map(\.identifier).sorted())
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    @Test func everyCategoryTypeRoundTripsWithEveryValue() throws {
        let store = try ScratchStore()
        let types = HealthTypes.all.filter { $0.kind == .category }
        #expect(types.count > 60)
        var saved: [HKCategorySample] = []
        for description in types {
            let type = try #require(HKObjectType.named(description.identifier) as? HKCategoryType)
            let values = description.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
            #expect(!values.isEmpty, "\(description.identifier)")
            for value in values {
                saved.append(
                    HKCategorySample(
                        type: type, value: value, start: MadeSamples.date(0), end: MadeSamples.date(60),
                        metadata: MadeSamples.required(description.identifier)))
            }
        }
        try store.database.save(saved, source: MadeSamples.app)
        for sample in saved {
            let read = try #require(try store.database.sample(uuid: sample.uuid) as? HKCategorySample)
            #expect(read.categoryType == sample.categoryType)
            #expect(read.value == sample.value)
            let record = try #require(try store.database.record(uuid: sample.uuid))
            #expect(record.value == Double(sample.value))
            let valueEnum = HealthTypes.named(record.type)?.valueEnum
            #expect(record.valueName == valueEnum.flatMap { HealthEnums.caseName(ofEnum: $0, rawValue: sample.value) })
        }
        #expect(try store.database.check().findings == [])
    }

    /// Values read back as they were written, in any unit.
    @Test func valuesRoundTripInTheirUnit() throws {
        let store = try ScratchStore()
        let cases: [(HKQuantityTypeIdentifier, String, [Double])] = [
            (.bodyMass, "lb", [154.3, 199.9, 0.1, 1234.567]), (.bodyMass, "st", [11.2]), (.bodyMass, "g", [70250]),
            (.height, "ft", [5.9, 6.1]), (.height, "in", [70.5]), (.height, "cm", [178.3]),
            (.distanceWalkingRunning, "mi", [0.1, 3.14159, 26.2188]),
            (.bodyTemperature, "degF", [98.6, 97.3, 101.25, 32.1, 32, 0.1, -40, 33.8]),
            (.bloodGlucose, "mmol<180.1558800000541>/L", [5.4, 7.25]), (.bloodGlucose, "mg/dL", [97]),
            (.dietaryEnergyConsumed, "kJ", [8368.5, 1]), (.dietaryEnergyConsumed, "Cal", [2000.1]),
            (.vo2Max, "mL/min·kg", [41.37]), (.heartRate, "count/s", [1.1]), (.heartRate, "count/min", [61]),
            (.oxygenSaturation, "%", [0.97]), (.bloodPressureSystolic, "kPa", [16.1]),
            (.dietaryWater, "fl_oz_us", [12.3]), (.walkingSpeed, "mi/hr", [3.2]), (.walkingSpeed, "km/hr", [5.1]),
        ]
        for (type, unit, values) in cases {
            for value in values {
                let sample = MadeSamples.quantity(type, value, unit)
                try store.database.save([sample], source: MadeSamples.app)
                let record = try #require(try store.database.record(uuid: sample.uuid))
                #expect(record.originalValue == value, "\(type.rawValue) in \(unit)")
                #expect(try HKUnit(validating: #require(record.originalUnit)) == HKUnit(from: unit))
                let read = try #require(try store.database.sample(uuid: sample.uuid) as? HKQuantitySample)
                #expect(read.quantity.originalValue == value)
            }
        }
    }

    @Test func roundingKeepsFifteenDigits() {
        #expect(OriginalValue.rounded(0.30000000000000004, digits: 15) == 0.3)
        #expect(OriginalValue.rounded(98.60000000000001, digits: 15) == 98.6)
        #expect(OriginalValue.rounded(-1.2345678901234567e-9, digits: 15) == -1.23456789012346e-9)
        #expect(OriginalValue.rounded(1.2345678901234567e19, digits: 15) == 1.23456789012346e19)
        #expect(OriginalValue.rounded(0, digits: 15) == 0)
        #expect(OriginalValue.rounded(999_999_999_999_999.9, digits: 15) == 1e15)
        for power in -12...18 {
            let number = 7.125 * pow(10, Double(power))
            let text = String(format: "%.14e", number)
            #expect(OriginalValue.rounded(number, digits: 15) == Double(text))
        }
    }

    @Test func datesRoundTripToAQuarterOfAMicrosecond() throws {
        let store = try ScratchStore()
        let start = Date(timeIntervalSinceReferenceDate: 752_000_000.123456789)
        let type = HKQuantityType(.heartRate)
        let sample = HKQuantitySample(
            type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: 60), start: start, end: start)
        try store.database.save([sample], source: MadeSamples.app)
        let read = try #require(try store.database.sample(uuid: sample.uuid))
        #expect(abs(read.startDate.timeIntervalSince(start)) < 2.5e-7)
        #expect(read.endDate == read.startDate)
        // A query whose range starts or ends at exactly this date uses the stored date.
        #expect(try store.database.records(SampleRequest(from: start)).count == 1)
        #expect(try store.database.records(SampleRequest(to: start)).isEmpty)
    }
}
