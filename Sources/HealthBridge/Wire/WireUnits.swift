// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit

/// The units in which quantities are sent. HealthKit does not say in which unit a quantity was saved.
enum WireUnits {
    /// The units of types that another unit of the same kind fits as well.
    private static let named: [String: String] = [
        "AppleWalkingSteadiness": "%", "AtrialFibrillationBurden": "%", "BloodAlcoholContent": "%",
        "BodyFatPercentage": "%", "OxygenSaturation": "%", "PeripheralPerfusionIndex": "%",
        "WalkingAsymmetryPercentage": "%", "WalkingDoubleSupportPercentage": "%", "BodyMass": "kg",
        "LeanBodyMass": "kg", "RunningVerticalOscillation": "cm", "ForcedExpiratoryVolume1": "L",
        "ForcedVitalCapacity": "L", "HeartRateVariabilitySDNN": "ms", "RunningGroundContactTime": "ms",
        "HeartRateVariabilityRMSSD": "ms",
    ]

    /// The units of other types and of metadata. The first one that fits is used.
    private static let usual = [
        "count", "count/min", "kcal", "m", "g", "min", "degC", "m/s", "mmHg", "mL", "mg/dL", "dBASPL", "IU", "L/min",
        "kcal/(kg*hr)", "mL/(kg*min)", "S", "Pa", "Hz", "V",
    ]

    private static let prefix = "HKQuantityTypeIdentifier"

    /// Returns the unit for the samples of a type, or nil if the bridge has none.
    static func unit(for type: HKQuantityType) -> HKUnit? {
        let name = type.identifier.hasPrefix(prefix) ? String(type.identifier.dropFirst(prefix.count)) : type.identifier
        if let unit = named[name] { return HKUnit(from: unit) }
        // HealthKit stops at the name of a unit that is newer than the system; the types are as new as their units.
        if name.hasSuffix("Power") { return HKUnit(from: "W") }
        if name.hasSuffix("EffortScore") { return HKUnit(from: "appleEffortScore") }
        return usual.lazy.map { HKUnit(from: $0) }.first { type.is(compatibleWith: $0) }
    }

    /// Returns a quantity as JSON, or nil if the bridge has no unit for it.
    static func value(_ quantity: HKQuantity) -> WireValue? {
        usual.lazy.map { HKUnit(from: $0) }.first { quantity.is(compatibleWith: $0) }.map { value(quantity, $0) }
    }

    /// Returns a quantity in a unit as JSON.
    static func value(_ quantity: HKQuantity, _ unit: HKUnit) -> WireValue {
        .object([("value", .double(quantity.doubleValue(for: unit))), ("unit", .string(unit.unitString))])
    }
}
