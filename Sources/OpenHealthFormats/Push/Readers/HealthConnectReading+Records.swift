// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension HealthConnectReading {
    mutating func readBloodPressure(_ record: PushJSON) {
        guard let reading = reading(record), let systolic = value(record, "systolic"),
            let diastolic = value(record, "diastolic")
        else { return }
        builder.addBloodPressure(systolic: systolic, diastolic: diastolic, unit: "mmHg", reading)
    }

    /// Reads a skin temperature, which is a difference to a baseline.
    mutating func readSkinTemperature(_ record: PushJSON) {
        guard let reading = reading(record), let delta = value(record, "delta_celsius") else { return }
        guard let baseline = record.number("baseline_celsius") else {
            return builder.refuse(
                "it is a difference without a baseline, which HealthKit does not have", at: record.pointer)
        }
        builder.addQuantity(
            HKQuantityTypeIdentifier.appleSleepingWristTemperature.rawValue, value: baseline + delta, unit: "degC",
            reading)
    }

    mutating func readFlow(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        let name = record["flow"]?.metadataText?.lowercased() ?? ""
        let flows: [String: HKCategoryValueMenstrualFlow] = [
            "0": .unspecified, "unknown": .unspecified, "1": .light, "light": .light, "2": .medium, "medium": .medium,
            "3": .heavy, "heavy": .heavy,
        ]
        guard let flow = flows[name] else { return builder.refuse("its flow is unknown", at: record.pointer + "/flow") }
        // HealthKit requires the key. Health Connect has the start of a cycle in another record.
        reading.metadata.append(MetadataPair(key: HKMetadataKeyMenstrualCycleStart, value: "0"))
        builder.addCategory(HKCategoryTypeIdentifier.menstrualFlow.rawValue, value: flow.rawValue, reading)
    }

    // MARK: Sleep

    /// Reads a night: its stages, or the whole of it if it has none.
    mutating func readSleep(_ record: PushJSON) {
        let stages = record.list("stages")
        for stage in stages {
            guard var reading = reading(stage) else { continue }
            guard stage.instant("end_time") != nil else {
                builder.refuse("the stage has no valid end_time", at: stage.pointer)
                continue
            }
            if let night = readingIfDated(record) ?? self.night(record) {
                reading.source = night.source
                reading.metadata = night.metadata
            }
            let name = stage["stage"]?.metadataText ?? ""
            if let value = Self.stage(name) {
                builder.addCategory(HKCategoryTypeIdentifier.sleepAnalysis.rawValue, value: value.rawValue, reading)
            } else {
                builder.warn(
                    "the stage \(name.prefix(50)) is unknown and kept as written", at: stage.pointer + "/stage")
                builder.addCategory(HKCategoryTypeIdentifier.sleepAnalysis.rawValue, text: name, reading)
            }
        }
        guard stages.isEmpty else { return }
        guard let night = readingIfDated(record) ?? self.night(record), night.start < night.end else {
            return builder.refuse("the night has no stages and no valid times", at: record.pointer)
        }
        let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
        builder.addCategory(HKCategoryTypeIdentifier.sleepAnalysis.rawValue, value: asleep, night)
    }

    /// Returns the dates of a night from its end and duration.
    private func night(_ record: PushJSON) -> PushBuilder.Reading? {
        guard let end = record.instant("session_end_time"), let seconds = record.number("duration_seconds"),
            (0...7 * 86_400).contains(seconds),
            var reading = readingIfDated(
                PushJSON(
                    .object([
                        ("time", .double(end - seconds)), ("metadata", record["metadata"]?.value ?? .null),
                    ]), pointer: record.pointer))
        else { return nil }
        reading.end = end
        return reading
    }

    /// Returns a stage by the number or name of Health Connect.
    private static func stage(_ name: String) -> HKCategoryValueSleepAnalysis? {
        switch name.lowercased().replacing("stage_type_", with: "") {
        case "1", "3", "7", "awake", "out_of_bed", "awake_in_bed": .awake
        case "2", "sleeping": .asleepUnspecified
        case "4", "light": .asleepCore
        case "5", "deep": .asleepDeep
        case "6", "rem": .asleepREM
        default: nil
        }
    }

    // MARK: Exercise and food

    mutating func readExercise(_ record: PushJSON) {
        guard var reading = reading(record), builder.check(reading) else { return }
        let name = record["type"]?.metadataText ?? ""
        let activity = builder.activity(
            Int(name).flatMap(PushedActivity.jetpack) ?? PushedActivity.named(name), of: record, "exercise",
            named: name,
            key: "HealthConnectExerciseType", &reading)
        var workout = WorkoutData(
            activityType: activity, sample: builder.sampleData(reading), duration: record.number("duration_seconds"))
        if let distance = record.number("distance_meters") {
            workout.attributes += Self.total("totalDistance", distance, "m")
        }
        if let energy = record.number("calories") ?? record.number("active_calories") {
            workout.attributes += Self.total("totalEnergyBurned", energy, "kcal")
        }
        if let steps = record.number("steps"), steps >= 0 {
            var statistics = WorkoutStatisticsData(
                type: HKQuantityTypeIdentifier.stepCount.rawValue, start: reading.start, end: reading.end, unit: "count"
            )
            statistics.sum = steps
            workout.statistics.append(statistics)
        }
        builder.add(.workout(workout), uuid: reading.uuid, at: record.pointer)
    }

    private static func total(_ name: String, _ value: Double, _ unit: String) -> [MetadataPair] {
        [MetadataPair(key: name, value: "\(value)"), MetadataPair(key: name + "Unit", value: unit)]
    }

    /// Reads a meal: its nutrients as the members of a correlation.
    mutating func readNutrition(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        let nutrients: [(field: String, type: HKQuantityTypeIdentifier, unit: String)] = [
            ("calories", .dietaryEnergyConsumed, "kcal"), ("protein_grams", .dietaryProtein, "g"),
            ("carbs_grams", .dietaryCarbohydrates, "g"), ("fat_grams", .dietaryFatTotal, "g"),
            ("sugar_grams", .dietarySugar, "g"), ("sodium_grams", .dietarySodium, "g"),
            ("dietary_fiber_grams", .dietaryFiber, "g"),
        ]
        var members: [NestedRow] = []
        for nutrient in nutrients {
            guard let value = record.number(nutrient.field) else { continue }
            if let row = builder.nestedRow(nutrient.type.rawValue, value: value, unit: nutrient.unit, reading) {
                members.append(row)
            }
        }
        guard !members.isEmpty else { return builder.refuse("the meal has no known nutrients", at: record.pointer) }
        if let name = record.text("name") {
            reading.metadata.append(MetadataPair(key: HKMetadataKeyFoodType, value: name))
        }
        builder.add(
            .correlation(
                CorrelationData(
                    type: HKCorrelationTypeIdentifier.food.rawValue, sample: builder.sampleData(reading),
                    members: members)),
            uuid: reading.uuid, at: record.pointer)
    }
}
