// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import OpenHealthTestSupport

/// Samples that apps saved, of every kind that exports contain, with what exports cannot contain: fractions of seconds,
/// metadata of all kinds of values, values with all their digits.
struct SavedSamples {
    /// 2024-01-01T00:00:00Z.
    private let newYear = 1_704_067_200.0
    private var generator = SeededGenerator(seed: 11)

    /// Names in several scripts, with the characters that XML escapes and one that it excludes.
    static let sources = ["Journal", "日記帳 & <Co>", "Блокнот", "Κ\u{1}ατά", "يوميات \"x\"", "Ana’s\u{A0}Watch"]

    static func app(_ name: String) -> ProvenanceData {
        ProvenanceData(
            sourceName: name, bundleIdentifier: "org.example.\(name.hashValue)", sourceVersion: "3.1 β",
            productType: "Computer1,1", operatingSystemVersion: "12.5.1")
    }

    private mutating func date(_ year: Int = 2024) -> Date {
        let second = Double(year - 2024) * 31_557_600 + Double.random(in: 0..<31_000_000, using: &generator)
        return Date(timeIntervalSince1970: newYear + (second * 1000).rounded() / 1000)
    }

    private let device = HKDevice(
        name: "Waage, die 2.", manufacturer: "A & B", model: "M<1>", hardwareVersion: "Watch6,7",
        firmwareVersion: "1.0",
        softwareVersion: "2,3", localIdentifier: "L-1", udiDeviceIdentifier: "(01)123")

    private func metadata() -> [String: HKMetadataValue] {
        [
            HKMetadataKeyWasUserEntered: .bool(true), "note": .string("a\tb\nc\u{2}d “é”"), "count": .integer(3),
            "ratio": .double(0.1), "when": .date(Date(timeIntervalSince1970: newYear + 0.125)),
            HKMetadataKeyWeatherHumidity: .quantity(HKQuantity(unit: .percent(), doubleValue: 0.57)),
            HKMetadataKeyTimeZone: .string("Asia/Kathmandu"),
        ]
    }

    private func fields() -> HKObjectFields { HKObjectFields(newWith: device, metadata: metadata()) }

    /// A sample of each quantity type and category, at several dates.
    mutating func records() -> [HKSample] {
        var samples: [HKSample] = []
        for type in HealthTypes.all where type.isShareable {
            for year in [1931, 1969, 2024] {
                let start = date(year)
                let end = start.addingTimeInterval(Double.random(in: 0..<90, using: &generator))
                if let type = HKObjectType.named(type.identifier) as? HKQuantityType {
                    let value = Double.random(in: 0.1...120, using: &generator)
                    let isPercent = type.canonicalUnit.unitString == "%"
                    samples.append(
                        HKQuantitySample.stored(
                            quantityType: type,
                            quantity: HKQuantity(
                                unit: type.canonicalUnit, doubleValue: isPercent ? value / 200 : value),
                            startDate: start, endDate: end, fields: fields()))
                } else if let type = HKObjectType.named(type.identifier) as? HKCategoryType {
                    let values = type.facts.valueEnum.map { HealthEnums.allowedValues(ofEnum: $0).sorted() } ?? [0]
                    var fields = fields()
                    if type.identifier == HKCategoryTypeIdentifier.menstrualFlow.rawValue {
                        fields = HKObjectFields(
                            newWith: nil, metadata: [HKMetadataKeyMenstrualCycleStart: .bool(true)])
                    }
                    samples.append(
                        HKCategorySample(
                            categoryType: type, value: values.last ?? 0, startDate: start, endDate: end, fields: fields)
                    )
                }
            }
        }
        // Values in units that convert with rounding.
        for (identifier, unit) in [
            (HKQuantityTypeIdentifier.bodyMass, "lb"), (.bodyMass, "st"), (.height, "in"), (.bodyTemperature, "degF"),
            (.bloodGlucose, "mmol<180.1558800000541>/L"), (.distanceWalkingRunning, "mi"), (.activeEnergyBurned, "kJ"),
        ] {
            for _ in 0..<50 {
                let start = date()
                samples.append(
                    HKQuantitySample.stored(
                        quantityType: HKQuantityType(identifier),
                        quantity: HKQuantity(
                            unit: HKUnit(from: unit), doubleValue: Double.random(in: 1...99, using: &generator)),
                        startDate: start, endDate: start, fields: fields()))
            }
        }
        return samples
    }

    /// Samples that consist of others, and those with measurements.
    mutating func others() -> [(sample: HKSample, measurements: SeriesMeasurements?)] {
        let start = date()
        func quantity(_ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, at date: Date)
            -> HKQuantitySample
        {
            HKQuantitySample.stored(
                quantityType: HKQuantityType(type), quantity: HKQuantity(unit: HKUnit(from: unit), doubleValue: value),
                startDate: date, endDate: date, fields: fields())
        }
        let members: Set<HKSample> = [
            quantity(.bloodPressureSystolic, 121.5, "mmHg", at: start),
            quantity(.bloodPressureDiastolic, 80.25, "mmHg", at: start),
        ]
        let workout = workout(start)
        return [
            (
                HKCorrelation(
                    correlationType: HKCorrelationType(.bloodPressure), objects: members, startDate: start,
                    endDate: start,
                    fields: fields()), nil
            ),
            (workout, nil),
            (HKWorkoutRoute(count: 2, startDate: start, endDate: start + 2, fields: fields()), route(start, workout)),
            (audiogram(start), nil), (contacts(start), nil),
            (electrocardiogram(start), .electrocardiogram([0.5, -1.25, 3e-7])),
        ]
    }

    private func workout(_ start: Date) -> HKWorkout {
        let energy = HKQuantityType(.activeEnergyBurned)
        let statistics = HKStatistics(
            quantityType: energy, startDate: start, endDate: start + 61.7,
            figures: HKStatisticsFigures(sum: HKQuantity(unit: .kilocalorie(), doubleValue: 61.123456789012)))
        return HKWorkout(
            activityType: .rowing, startDate: start, endDate: start + 61.7, duration: 60.123,
            workoutEvents: [
                HKWorkoutEvent(
                    type: .lap, dateInterval: DateInterval(start: start + 1.5, duration: 7.3),
                    metadataValues: ["stroke": .integer(2)])
            ],
            statistics: [energy: statistics],
            totals: HKWorkoutTotals(energyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 61.5)), fields: fields()
        )
    }

    private func route(_ start: Date, _ workout: HKWorkout) -> SeriesMeasurements {
        .route(
            [
                RoutePoint(
                    time: start.timeIntervalSince1970.rounded(.up) + 0.5, latitude: 52.512345678901, longitude: -13.4,
                    altitude: 1e-7, speed: 2.5, course: -1, horizontalAccuracy: 5, verticalAccuracy: 3),
                RoutePoint(time: start.timeIntervalSince1970.rounded(.up) + 1, latitude: -0.00001, longitude: 180),
            ], workout: workout.uuid)
    }

    private func audiogram(_ start: Date) -> HKAudiogramSample {
        let point = try? HKAudiogramSensitivityPoint(
            frequency: HKQuantity(unit: .hertz(), doubleValue: 500),
            tests: [
                HKAudiogramSensitivityTest(
                    sensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: 8), type: .air, masked: false,
                    side: .right, clampingRange: nil)
            ])
        return HKAudiogramSample(
            sensitivityPoints: [point].compactMap(\.self), startDate: start, endDate: start + 90.5, fields: fields())
    }

    private func contacts(_ start: Date) -> HKContactsPrescription {
        HKContactsPrescription(
            rightEye: nil,
            leftEye: HKContactsLensSpecification(
                sphere: HKQuantity(unit: .diopter(), doubleValue: -2.25), cylinder: nil, axis: nil, addPower: nil,
                baseCurve: nil, diameter: nil),
            brand: "Clear & \"Soft\"", dateIssued: start, expirationDate: start + 1000.5, fields: fields())
    }

    private func electrocardiogram(_ start: Date) -> HKElectrocardiogram {
        HKElectrocardiogram(
            numberOfVoltageMeasurements: 3, samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 511.5),
            classification: .atrialFibrillation,
            averageHeartRate: HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 77),
            symptomsStatus: .none, startDate: start, endDate: start + 30, fields: fields())
    }

    /// Saves the samples, some of each source.
    mutating func save(in database: HealthDatabase) throws {
        for (index, sample) in records().enumerated() {
            try database.save([sample], source: Self.app(Self.sources[index % Self.sources.count]))
        }
        try database.save(
            others(), source: Self.app("Journal"), now: Date(timeIntervalSince1970: newYear + 40_000_000.5))
    }
}
