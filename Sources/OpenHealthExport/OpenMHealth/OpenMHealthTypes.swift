// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore

/// The schema of a body.
struct OpenMHealthSchema: Equatable {
    var namespace = "omh"
    var name: String
    var version: String

    static let bloodPressure = OpenMHealthSchema(name: "blood-pressure", version: "4.0")
    static let physicalActivity = OpenMHealthSchema(name: "physical-activity", version: "1.2")
    static let interval = OpenMHealthSchema(name: "rr-interval", version: "1.0")
    static let sleepEpisode = OpenMHealthSchema(name: "sleep-episode", version: "1.1")
    static let sleepDuration = OpenMHealthSchema(name: "sleep-duration", version: "2.0")
    static let quantity = granola("hk-quantity-sample")
    static let category = granola("hk-category-sample")
    static let correlation = granola("hk-correlation")

    private static func granola(_ name: String) -> OpenMHealthSchema {
        OpenMHealthSchema(namespace: "granola", name: name, version: "1.0")
    }
}

/// A quantity type with a schema of Open mHealth.
struct OpenMHealthQuantity {
    var schema: OpenMHealthSchema
    /// The name of the value in the body.
    var key: String
    /// The unit, as Open mHealth and as HealthKit write it.
    var unit: (name: String, own: String)
    /// Whether the schema has no moments, only intervals.
    var needsInterval = false
    /// Properties that all bodies of the type have.
    var constants: [(key: String, value: JSONValue)] = []
    /// Values of metadata with their properties in the body.
    var details: (metadata: String, key: String, values: [String: String])?

    init(
        _ name: String, _ version: String, _ key: String, _ unit: String, _ own: String, needsInterval: Bool = false,
        constants: [(key: String, value: JSONValue)] = [],
        details: (metadata: String, key: String, values: [String: String])? = nil
    ) {
        schema = OpenMHealthSchema(name: name, version: version)
        self.key = key
        self.unit = (unit, own)
        self.needsInterval = needsInterval
        self.constants = constants
        self.details = details
    }
}

/// The types that the format has.
enum OpenMHealthTypes {
    private static let activity = "temporal_relationship_to_physical_activity"

    /// Returns the schema of a quantity type; nil if Open mHealth has none.
    static func quantity(_ identifier: String) -> OpenMHealthQuantity? {
        switch HKQuantityTypeIdentifier(rawValue: identifier) {
        case .stepCount: .init("step-count", "3.0", "step_count", "steps", "count", needsInterval: true)
        case .heartRate:
            .init(
                "heart-rate", "2.0", "heart_rate", "beats/min", "count/min",
                details: (HKMetadataKeyHeartRateMotionContext, activity, ["1": "at rest", "2": "active"]))
        case .restingHeartRate:
            .init(
                "heart-rate", "2.0", "heart_rate", "beats/min", "count/min",
                constants: [(activity, .string("at rest"))])
        case .bodyMass: .init("body-weight", "3.0", "body_weight", "kg", "kg")
        case .height: .init("body-height", "2.0", "body_height", "m", "m")
        case .bodyMassIndex: .init("body-mass-index", "3.0", "body_mass_index", "kg/m^2", "count")
        case .bodyFatPercentage: .init("body-fat-percentage", "2.0", "body_fat_percentage", "%", "%")
        case .bloodGlucose:
            .init(
                "blood-glucose", "4.0", "blood_glucose", "mg/dL", "mg/dL",
                details: (
                    HKMetadataKeyBloodGlucoseMealTime, "temporal_relationship_to_meal",
                    ["1": "before meal", "2": "after meal"]
                ))
        case .bodyTemperature:
            .init(
                "body-temperature", "4.0", "body_temperature", "C", "degC",
                details: (HKMetadataKeyBodyTemperatureSensorLocation, "measurement_location", locations))
        case .oxygenSaturation:
            .init(
                "oxygen-saturation", "2.0", "oxygen_saturation", "%", "%",
                constants: [("system", .string("peripheral capillary"))])
        case .respiratoryRate: .init("respiratory-rate", "2.0", "respiratory_rate", "breaths/min", "count/min")
        case .activeEnergyBurned, .basalEnergyBurned:
            .init("calories-burned", "2.0", "kcal_burned", "kcal", "kcal", needsInterval: true)
        default: nil
        }
    }

    /// The places of a thermometer by the numbers of HealthKit. The schema has no others.
    private static let locations = [
        "1": "axillary", "4": "finger", "6": "oral", "7": "rectal", "8": "toe", "9": "tympanic",
        "10": "temporal artery", "11": "forehead",
    ]

    /// Whether bodies of Open mHealth or of Granola exist for a type.
    static func isHeld(_ type: StoreContents.SampleType) -> Bool {
        switch type.kind {
        case .quantity: quantity(type.identifier) != nil || isQuantityOfGranola(type.identifier)
        case .category: categoriesOfGranola.contains(type.identifier)
        case .correlation: correlations.contains(type.identifier)
        case .workout: true
        case .series: type.identifier == HKDataTypeIdentifierHeartbeatSeries
        default: false
        }
    }

    private static let correlations = Set(
        [HKCorrelationTypeIdentifier.bloodPressure, .food].map(\.rawValue))

    // Granola lists the types of HealthKit in iOS 9, and its schemas allow no others.
    private static let categoriesOfGranola = Set(
        [
            HKCategoryTypeIdentifier.sleepAnalysis, .appleStandHour, .cervicalMucusQuality, .ovulationTestResult,
            .menstrualFlow, .intermenstrualBleeding, .sexualActivity,
        ].map(\.rawValue))

    /// Whether Granola lists a quantity type: all nutrients, and some others.
    static func isQuantityOfGranola(_ identifier: String) -> Bool {
        identifier.hasPrefix("HKQuantityTypeIdentifierDietary") || quantitiesOfGranola.contains(identifier)
    }

    private static let quantitiesOfGranola = Set(
        [
            HKQuantityTypeIdentifier.bodyMassIndex, .bodyFatPercentage, .height, .bodyMass, .leanBodyMass, .stepCount,
            .distanceWalkingRunning, .distanceCycling, .basalEnergyBurned, .activeEnergyBurned, .flightsClimbed,
            .nikeFuel, .heartRate, .bodyTemperature, .bloodPressureSystolic, .bloodPressureDiastolic, .respiratoryRate,
            .oxygenSaturation, .peripheralPerfusionIndex, .bloodGlucose, .numberOfTimesFallen, .electrodermalActivity,
            .inhalerUsage, .bloodAlcoholContent, .forcedVitalCapacity, .forcedExpiratoryVolume1,
            .peakExpiratoryFlowRate, .basalBodyTemperature, .uvExposure,
        ].map(\.rawValue))
}
