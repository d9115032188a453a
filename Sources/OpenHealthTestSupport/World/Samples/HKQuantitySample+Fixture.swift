// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuantitySample {
    /// Creates a valid sample of a type; all other values have defaults.
    /// - Parameters:
    ///   - identifier: The type.
    ///   - value: The value; by default a common one.
    ///   - unit: The unit of the value; by default the canonical unit of the type.
    ///   - start: The start date; by default now.
    ///   - end: The end date; by default the start date, or five minutes later for cumulative types.
    ///   - device: The device.
    ///   - metadata: The metadata; keys that the type requires are added.
    public static func fixture(
        _ identifier: HKQuantityTypeIdentifier, _ value: Double? = nil, unit: HKUnit? = nil, start: Date = Date(),
        end: Date? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) -> HKQuantitySample {
        let type = HKQuantityType(identifier)
        let usual = HKQuantity(unit: type.canonicalUnit, doubleValue: usualValues[identifier] ?? 1)
        let quantity =
            value.map { HKQuantity(unit: unit ?? type.canonicalUnit, doubleValue: $0) }
            ?? unit.map { HKQuantity(unit: $0, doubleValue: usual.doubleValue(for: $0)) } ?? usual
        var facts = metadata ?? [:]
        if identifier == .insulinDelivery, facts[HKMetadataKeyInsulinDeliveryReason] == nil {
            facts[HKMetadataKeyInsulinDeliveryReason] = HKInsulinDeliveryReason.bolus.rawValue
        }
        let later = type.aggregationStyle == .cumulative ? start + 300 : start
        return HKQuantitySample(
            type: type, quantity: quantity, start: start, end: end ?? later, device: device,
            metadata: facts.isEmpty ? nil : facts)
    }

    /// Common values in the canonical units of types for which 1 is implausible.
    private static let usualValues: [HKQuantityTypeIdentifier: Double] = [
        .stepCount: 500, .heartRate: 64, .restingHeartRate: 58, .walkingHeartRateAverage: 92, .bodyMass: 70,
        .leanBodyMass: 55, .height: 1.72, .bodyMassIndex: 23.5, .bodyFatPercentage: 0.2, .bodyTemperature: 36.8,
        .basalBodyTemperature: 36.4, .oxygenSaturation: 0.97, .bloodPressureSystolic: 120, .bloodPressureDiastolic: 80,
        .bloodGlucose: 95, .respiratoryRate: 15, .heartRateVariabilitySDNN: 45, .heartRateVariabilityRMSSD: 42,
        .vo2Max: 42, .waistCircumference: 0.8, .walkingAsymmetryPercentage: 0.02, .walkingDoubleSupportPercentage: 0.28,
        .appleWalkingSteadiness: 0.9, .atrialFibrillationBurden: 0.01, .peripheralPerfusionIndex: 0.05,
        .bloodAlcoholContent: 0.0002, .environmentalAudioExposure: 62, .headphoneAudioExposure: 68,
        .activeEnergyBurned: 25, .basalEnergyBurned: 18, .dietaryEnergyConsumed: 400, .dietaryWater: 0.25,
    ]
}

extension HKCategorySample {
    /// Creates a valid sample of a type; all other values have defaults.
    /// - Parameters:
    ///   - identifier: The type.
    ///   - value: The raw value; by default the smallest one that the type permits.
    ///   - start: The start date; by default now.
    ///   - end: The end date; by default the start date.
    ///   - device: The device.
    ///   - metadata: The metadata; keys that the type requires are added.
    public static func fixture(
        _ identifier: HKCategoryTypeIdentifier, _ value: Int? = nil, start: Date = Date(), end: Date? = nil,
        device: HKDevice? = nil, metadata: [String: Any]? = nil
    ) -> HKCategorySample {
        var facts = metadata ?? [:]
        if identifier == .menstrualFlow, facts[HKMetadataKeyMenstrualCycleStart] == nil {
            facts[HKMetadataKeyMenstrualCycleStart] = true
        }
        let values = HealthTypes.named(identifier.rawValue)?.valueEnum.map(HealthEnums.allowedValues(ofEnum:))
        return HKCategorySample(
            type: HKCategoryType(identifier), value: value ?? values?.min() ?? 0, start: start, end: end ?? start,
            device: device, metadata: facts.isEmpty ? nil : facts)
    }
}

extension HKCorrelation {
    /// Creates a blood pressure reading.
    /// - Parameters:
    ///   - systolic: The systolic pressure in mmHg.
    ///   - diastolic: The diastolic pressure in mmHg.
    ///   - date: The date of the measurement; by default now.
    ///   - metadata: The metadata.
    public static func bloodPressureFixture(
        _ systolic: Double = 120, _ diastolic: Double = 80, at date: Date = Date(), metadata: [String: Any]? = nil
    ) -> HKCorrelation {
        HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: date, end: date,
            objects: [
                HKQuantitySample.fixture(
                    .bloodPressureSystolic, systolic, unit: .millimeterOfMercury(), start: date),
                HKQuantitySample.fixture(
                    .bloodPressureDiastolic, diastolic, unit: .millimeterOfMercury(), start: date),
            ], metadata: metadata)
    }

    /// Creates a meal.
    /// - Parameters:
    ///   - name: The name of the food.
    ///   - contents: The nutrients in the canonical units of the types.
    ///   - date: The date of the meal; by default now.
    public static func foodFixture(
        _ name: String = "Apple",
        _ contents: [HKQuantityTypeIdentifier: Double] = [.dietaryEnergyConsumed: 95, .dietarySugar: 19],
        at date: Date = Date()
    ) -> HKCorrelation {
        HKCorrelation(
            type: HKCorrelationType(.food), start: date, end: date,
            objects: Set(contents.map { HKQuantitySample.fixture($0.key, $0.value, start: date, end: date) }),
            metadata: [HKMetadataKeyFoodType: name])
    }
}
