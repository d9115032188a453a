// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthConnectSamples {
    /// The metadata that is in columns of some quantities.
    private static let metadata: Set<String> = [
        HKMetadataKeyBodyTemperatureSensorLocation, HKMetadataKeyBloodGlucoseMealTime,
    ]

    func quantities(_ type: StoreContents.SampleType) throws {
        if let column = HealthConnectNutrients.columnsByType[type.identifier] { return try nutrients(type, column) }
        guard let quantity = HealthConnectQuantity.byType[type.identifier], try contents.unit(type) == quantity.unit,
            try writer.has(quantity.record)
        else { return try omitAll(type) }
        let hasReadings = try contents.hasReadings(type)
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) { return context.receipt.count(type: type.identifier, .quantities) }
            guard let value = quantity.value(sample.value) else { return context.receipt.omit(.quantities) }
            guard quantity.record.range.contains(value) else { return omitValue() }
            guard let facts = try facts(sample) else { return }
            let readings = hasReadings ? try contents.readings(sample) : []
            if quantity.record.child == nil {
                _ = try writer.insert(quantity.record, facts, values(quantity, value, sample))
                context.receipt.omit(.quantitySeries, times: readings.count)
            } else {
                try series(quantity, value, facts, readings)
            }
            context.receipt.count(type: type.identifier, .quantities)
            try omitMetadata(sample, but: quantity.record.isInstant ? Self.metadata : [])
        }
    }

    /// Counts a sample as left out because of its value.
    private func omitValue() {
        context.receipt.omit(.quantities)
        context.receipt.omit(.valuesBeyondRange)
    }

    /// Counts the samples of a type without a record of its own. Some can be part of records of correlations.
    private func omitAll(_ type: StoreContents.SampleType) throws {
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) {
                context.receipt.count(type: type.identifier, .quantities)
            } else {
                context.receipt.omit(.quantities)
            }
        }
    }

    private func series(
        _ quantity: HealthConnectQuantity, _ value: Double, _ facts: HealthConnectColumns, _ readings: [SeriesQuantity]
    ) throws {
        var values = readings.compactMap { reading in
            quantity.value(reading.value).map { (Self.milliseconds(reading.start), $0) }
        }.filter { quantity.record.range.contains($0.1) }
        values.removeAll { !(facts.start...max(facts.start, facts.end)).contains($0.0) }
        context.receipt.count(.quantitySeries, times: values.count)
        context.receipt.omit(.quantitySeries, times: readings.count - values.count)
        if values.isEmpty { values = [(facts.start, value)] }
        guard let row = try writer.insert(quantity.record, facts, []) else { return }
        for (time, value) in values {
            // checked: by the value of the quantity
            let number: any DatabaseValueConvertible = quantity.isInteger ? Int64(value) : value
            try writer.insert(childOf: quantity.record, parent: row, [number, time])
        }
    }

    private func values(
        _ quantity: HealthConnectQuantity, _ value: Double, _ sample: RawSample
    ) throws -> [(any DatabaseValueConvertible)?] {
        let pairs = quantity.record.names.count > 1 ? try contents.metadata(sample) : []
        func code(_ key: String, _ codes: [String: Int]) -> Int {
            pairs.first { $0.key == key }.flatMap { codes[$0.value] } ?? 0
        }
        return quantity.record.names.map { name in
            switch name {
            case quantity.column: quantity.isInteger ? Int64(value) : value  // checked: by the value of the quantity
            case "measurement_location": code(HKMetadataKeyBodyTemperatureSensorLocation, Self.locations)
            case "relation_to_meal": "\(code(HKMetadataKeyBloodGlucoseMealTime, ["1": 3, "2": 4]))"
            case "specimen_source", "meal_type": "0"
            default: 0
            }
        }
    }

    /// Armpit, ear, finger, mouth, rectum, toe, eardrum, temporal artery and forehead, in the numbers of both.
    private static let locations = [
        "1": 1, "3": 8, "4": 2, "6": 4, "7": 5, "8": 7, "9": 8, "10": 6, "11": 3,
    ]

    // MARK: Meals

    /// Writes the nutrients that are not part of a meal, each as a record.
    private func nutrients(_ type: StoreContents.SampleType, _ column: String) throws {
        guard try writer.has(.nutrition) else { return try omitAll(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            if members.contains(sample.id) { return context.receipt.count(type: type.identifier, .quantities) }
            guard sample.value.isFinite else { return context.receipt.omit(.quantities) }
            guard let facts = try facts(sample) else { return }
            let value = HealthConnectNutrients.value(sample.value, column: column)
            guard HealthConnectNutrients.range(column).contains(value) else { return omitValue() }
            _ = try writer.insert(.nutrition, facts, meal([column: value], name: try foodName(sample)))
            context.receipt.count(type: type.identifier, .quantities)
            try omitMetadata(sample, but: [HKMetadataKeyFoodType])
        }
    }

    func meal(_ nutrients: [String: Double], name: String?) -> [(any DatabaseValueConvertible)?] {
        HealthConnectNutrients.columns.map { nutrients[$0] } + [0, name]
    }

    func foodName(_ sample: RawSample) throws -> String? {
        try contents.metadata(sample).first { $0.key == HKMetadataKeyFoodType }?.value
    }
}

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
        // Within the numbers that are exact in both types.
        return whole.magnitude <= 9_007_199_254_740_992 ? whole : nil
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
            (.heartRateVariabilityRMSSD, .init(.variability, "heart_rate_variability_millis", "ms")),
        ]
        + [
            .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair,
            .distanceDownhillSnowSports, .distanceCrossCountrySkiing, .distancePaddleSports, .distanceRowing,
            .distanceSkatingSports,
        ].map { ($0, .init(.distance, "distance", "m")) }
}

extension HealthConnectSamples {
    func correlations(_ type: StoreContents.SampleType) throws {
        let isFood = type.identifier == HKCorrelationTypeIdentifier.food.rawValue
        let isPressure = type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
        let record = isFood ? HealthConnectRecord.nutrition : .bloodPressure
        guard isFood || isPressure, try writer.has(record) else { return try context.omit(type) }
        try contents.forEach(type) { sample in
            try context.advance()
            let parts = try contents.members(sample).map { ($0, try contents.type($0)) }
            guard let facts = try facts(sample) else { return }
            let used = try isFood ? addFood(sample, parts, facts) : addPressure(parts, facts)
            guard !used.isEmpty else { return context.receipt.omit(.correlations) }
            members.formUnion(used)
            context.receipt.count(type: type.identifier, .correlations)
            try omitMetadata(sample, but: isFood ? [HKMetadataKeyFoodType] : [])
        }
    }

    /// Adds a meal.
    /// - Returns: the samples that the record contains.
    private func addFood(
        _ sample: RawSample, _ parts: [(RawSample, String)], _ facts: HealthConnectColumns
    ) throws -> [Int64] {
        var nutrients: [String: Double] = [:]
        var used: [Int64] = []
        for (part, type) in parts {
            guard let column = HealthConnectNutrients.columnsByType[type], part.value.isFinite, nutrients[column] == nil
            else { continue }
            let value = HealthConnectNutrients.value(part.value, column: column)
            guard HealthConnectNutrients.range(column).contains(value) else { continue }
            nutrients[column] = value
            used.append(part.id)
        }
        if !used.isEmpty {
            _ = try writer.insert(.nutrition, facts, meal(nutrients, name: try foodName(sample)))
        }
        return used
    }

    /// Adds a blood pressure.
    /// - Returns: the samples that the record contains.
    private func addPressure(_ parts: [(RawSample, String)], _ facts: HealthConnectColumns) throws -> [Int64] {
        func part(_ type: HKQuantityTypeIdentifier) -> RawSample? {
            parts.first { $0.1 == type.rawValue && $0.0.value.isFinite }?.0
        }
        guard let systolic = part(.bloodPressureSystolic), let diastolic = part(.bloodPressureDiastolic) else {
            return []
        }
        guard (20...200).contains(systolic.value), (10...180).contains(diastolic.value) else {
            context.receipt.omit(.valuesBeyondRange)
            return []
        }
        _ = try writer.insert(.bloodPressure, facts, ["0", systolic.value, diastolic.value, "0"])
        return [systolic.id, diastolic.id]
    }
}
