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
        .basalBodyTemperature: 36.4, .oxygenSaturation: 0.97, .bloodPressureSystolic: 120,
        .bloodPressureDiastolic: 80, .bloodGlucose: 95, .respiratoryRate: 15, .heartRateVariabilitySDNN: 45,
        .vo2Max: 42, .waistCircumference: 0.8, .walkingAsymmetryPercentage: 0.02, .walkingDoubleSupportPercentage: 0.28,
        .appleWalkingSteadiness: 0.9, .atrialFibrillationBurden: 0.01, .peripheralPerfusionIndex: 0.05,
        .bloodAlcoholContent: 0.0002, .environmentalAudioExposure: 62, .headphoneAudioExposure: 68,
        .activeEnergyBurned: 25, .basalEnergyBurned: 18, .dietaryEnergyConsumed: 400, .dietaryWater: 0.25,
    ]
}
