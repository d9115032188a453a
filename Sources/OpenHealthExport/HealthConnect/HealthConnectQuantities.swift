// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The quantity types that have records in Health Connect.
struct HealthConnectQuantity: Sendable {
    /// The record.
    let record: HealthConnectRecord
    /// The column of the value.
    let column: String
    /// The unit in which the store has the values.
    let unit: String
    /// The value in the unit of the column per value in unit.
    let factor: Double
    /// Whether the column has whole numbers.
    let isInteger: Bool

    private init(
        _ record: HealthConnectRecord, _ column: String, _ unit: String, factor: Double = 1, isInteger: Bool = false
    ) {
        self.record = record
        self.column = column
        self.unit = unit
        self.factor = factor
        self.isInteger = isInteger
    }

    /// The value for a column.
    /// - Returns: nil if the column cannot have it.
    func value(_ stored: Double) -> Double? {
        let value = stored * factor
        guard value.isFinite else { return nil }
        if !isInteger { return value }
        let whole = value.rounded()
        // checked: within the numbers that are exact in both types
        return abs(whole) <= 9_007_199_254_740_992 ? whole : nil
    }

    /// The molar mass of glucose in HealthKit, by 10: milligrams per decilitre for a millimole per litre.
    static let glucoseFactor = 1 / 18.01558800000541

    /// The types by identifier.
    static let byType: [String: HealthConnectQuantity] = Dictionary(
        uniqueKeysWithValues: types.map { ($0.0.rawValue, $0.1) })

    private static let types: [(HKQuantityTypeIdentifier, HealthConnectQuantity)] =
        [
            (.stepCount, .init(.steps, "count", "count", isInteger: true)),
            (.activeEnergyBurned, .init(.activeCalories, "energy", "kcal", factor: 1000)),
            (.dietaryWater, .init(.hydration, "volume", "mL", factor: 0.001)),
            (.flightsClimbed, .init(.floors, "floors", "count")),
            (.pushCount, .init(.pushes, "count", "count", isInteger: true)),
            (.heartRate, .init(.heartRate, "beats_per_minute", "count/min", isInteger: true)),
            (.cyclingCadence, .init(.cyclingCadence, "revolutions_per_minute", "count/min")),
            (.cyclingPower, .init(.power, "power", "W")), (.runningPower, .init(.power, "power", "W")),
            (.cyclingSpeed, .init(.speed, "speed", "m/s")), (.runningSpeed, .init(.speed, "speed", "m/s")),
            (.bodyFatPercentage, .init(.bodyFat, "percentage", "%", factor: 100)),
            (.vo2Max, .init(.vo2Max, "vo2_milliliters_per_minute_kilogram", "ml/(kg*min)")),
            (.basalBodyTemperature, .init(.basalTemperature, "temperature", "degC")),
            (.oxygenSaturation, .init(.oxygen, "percentage", "%", factor: 100)),
            (.height, .init(.height, "height", "m")),
            (.bloodGlucose, .init(.glucose, "level", "mg/dL", factor: glucoseFactor)),
            (.bodyMass, .init(.weight, "weight", "kg", factor: 1000)),
            (.leanBodyMass, .init(.leanMass, "mass", "kg", factor: 1000)),
            (.bodyTemperature, .init(.temperature, "temperature", "degC")),
            (.respiratoryRate, .init(.respiratoryRate, "rate", "count/min")),
            (.restingHeartRate, .init(.restingHeartRate, "beats_per_minute", "count/min", isInteger: true)),
        ]
        + [
            .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair,
            .distanceDownhillSnowSports, .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing,
            .distanceSkatingSports,
        ].map { ($0, .init(.distance, "distance", "m")) }
}
