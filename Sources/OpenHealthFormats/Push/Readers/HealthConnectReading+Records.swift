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
        guard let baseline = record.number("baseline_celsius") else {
            return builder.refuse(
                "it is a difference without a baseline, which HealthKit does not have", at: record.pointer)
        }
        let type = HKQuantityTypeIdentifier.appleSleepingWristTemperature
        guard record["avg_delta_celsius"] == nil else {
            return addFigures(record, type, unit: "degC", "_delta_celsius") { baseline + $0 }
        }
        guard let reading = reading(record, isSeries: true), let delta = value(record, "delta_celsius") else { return }
        builder.addQuantity(type.rawValue, value: baseline + delta, unit: "degC", reading)
    }

    /// Reads a basal metabolic rate in watts or kilocalories a day.
    mutating func readMetabolicRate(_ record: PushJSON) {
        // A watt is 86,400 joules a day, and a kilocalorie is 4,184 joules.
        let (field, factor) =
            record["kilocalories_per_day"] == nil ? ("watts", 86_400 / 4_184.0) : ("kilocalories_per_day", 1)
        guard let reading = reading(record), let value = value(record, field) else { return }
        guard value >= 0 else { return refuse(field, "is negative", record) }
        builder.addQuantity(
            HKQuantityTypeIdentifier.basalMetabolicRate.rawValue, value: value * factor, unit: "kcal/d", reading)
    }

    mutating func readMindfulness(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        if let title = record.text("title") { reading.metadata.append(MetadataPair(key: "title", value: title)) }
        builder.addCategory(HKCategoryTypeIdentifier.mindfulSession.rawValue, value: 0, reading)
    }

    // MARK: Cycles

    mutating func readFlow(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        let name = record["flow"]?.word?.lowercased() ?? ""
        let flows: [String: HKCategoryValueMenstrualFlow] = [
            "0": .unspecified, "unknown": .unspecified, "1": .light, "light": .light, "2": .medium, "medium": .medium,
            "3": .heavy, "heavy": .heavy,
        ]
        guard let flow = flows[name] else { return builder.refuse("its flow is unknown", at: record.pointer + "/flow") }
        // HealthKit requires the key. Health Connect has the start of a cycle in another record.
        reading.metadata.append(MetadataPair(key: HKMetadataKeyMenstrualCycleStart, value: "0"))
        builder.addCategory(HKCategoryTypeIdentifier.menstrualFlow.rawValue, value: flow.rawValue, reading)
    }

    /// Reads a period as a flow that is not specified, with the start of a cycle. Other records have the flow of each day.
    mutating func readPeriod(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        reading.metadata.append(MetadataPair(key: HKMetadataKeyMenstrualCycleStart, value: "1"))
        builder.addCategory(
            HKCategoryTypeIdentifier.menstrualFlow.rawValue,
            value: HKCategoryValueMenstrualFlow.unspecified.rawValue, reading)
    }

    mutating func readBleeding(_ record: PushJSON) {
        guard let reading = reading(record) else { return }
        builder.addCategory(HKCategoryTypeIdentifier.intermenstrualBleeding.rawValue, value: 0, reading)
    }

    mutating func readOvulationTest(_ record: PushJSON) {
        let results: [String: HKCategoryValueOvulationTestResult] = [
            "0": .indeterminate, "inconclusive": .indeterminate, "1": .luteinizingHormoneSurge,
            "positive": .luteinizingHormoneSurge, "2": .estrogenSurge, "high": .estrogenSurge, "3": .negative,
            "negative": .negative,
        ]
        addCategory(record, .ovulationTestResult, "result") { results[$0]?.rawValue }
    }

    mutating func readMucus(_ record: PushJSON) {
        let appearances: [String: HKCategoryValueCervicalMucusQuality] = [
            "1": .dry, "dry": .dry, "2": .sticky, "sticky": .sticky, "3": .creamy, "creamy": .creamy, "4": .watery,
            "watery": .watery, "5": .eggWhite, "egg_white": .eggWhite,
        ]
        addCategory(record, .cervicalMucusQuality, "appearance") { appearances[$0]?.rawValue }
    }

    mutating func readSexualActivity(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        switch record["protection_used"]?.metadataText?.lowercased() {
        case "1", "protected":
            reading.metadata.append(MetadataPair(key: HKMetadataKeySexualActivityProtectionUsed, value: "1"))
        case "2", "unprotected":
            reading.metadata.append(MetadataPair(key: HKMetadataKeySexualActivityProtectionUsed, value: "0"))
        default: break
        }
        builder.addCategory(HKCategoryTypeIdentifier.sexualActivity.rawValue, value: 0, reading)
    }

    /// Adds a category sample with the value of a field, which is kept as written if it is unknown.
    private mutating func addCategory(
        _ record: PushJSON, _ type: HKCategoryTypeIdentifier, _ field: String, _ value: (String) -> Int?
    ) {
        guard let reading = reading(record) else { return }
        guard let text = record[field]?.word, !text.isEmpty else {
            return builder.refuse("it has no \(field)", at: record.pointer)
        }
        addCategory(type, text, value(text.lowercased()), reading, field, at: "\(record.pointer)/\(field)")
    }

    /// Adds a category sample with a value, or with its text if the value is unknown.
    private mutating func addCategory(
        _ type: HKCategoryTypeIdentifier, _ text: String, _ value: Int?, _ reading: PushBuilder.Reading, _ name: String,
        at pointer: String
    ) {
        if let value {
            builder.addCategory(type.rawValue, value: value, reading)
        } else if builder.addCategory(type.rawValue, text: text.limited(to: 200), reading) {
            builder.warn("the \(name) \(text.limited(to: 50)) is unknown and kept as written", at: pointer)
        }
    }

    // MARK: Sleep

    /// Reads a night: its stages, or the whole of it if it has none.
    mutating func readSleep(_ record: PushJSON) {
        guard let night = night(record) else { return }
        guard builder.check(night) else { return }
        var session = PushedSession(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, source: night.source.sourceName, start: night.start,
            end: night.end)
        (session.uuid, session.updated) = (night.uuid, night.updated)
        let stages = record.list("stages")
        session.isSummary = stages.isEmpty
        var reading = night
        reading.uuid = nil
        reading.session = builder.addSession(session, at: record.pointer)
        for stage in stages {
            guard let start = stage.instant("start_time"), let end = stage.instant("end_time") else {
                let key = stage.instant("start_time") == nil ? "start_time" : "end_time"
                if stage.has(key) {
                    refuse(key, "is not a date", stage)
                } else {
                    builder.refuse("the stage has no \(written(key))", at: stage.pointer)
                }
                continue
            }
            (reading.start, reading.end) = (start, end)
            (reading.place, reading.index) = (stage.place, stage.index)
            guard let name = stage["stage"]?.word, !name.isEmpty else {
                builder.refuse("the stage has no name", at: stage.pointer)
                continue
            }
            addCategory(
                .sleepAnalysis, name, Self.stage(name)?.rawValue, reading, "stage", at: stage.pointer + "/stage")
        }
        guard stages.isEmpty else { return }
        builder.addCategory(
            HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            value: HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue, reading)
    }

    /// Returns the dates of a night: its own, those from its end and duration, or those of its stages; refuses a night without them.
    private mutating func night(_ record: PushJSON) -> PushBuilder.Reading? {
        let end = record.instant("session_end_time") ?? record.instant("end_time")
        let duration = record.number("duration_seconds").flatMap { (0...7 * 86_400).contains($0) ? $0 : nil }
        let stages = record.list("stages")
        let first = stages.compactMap { $0.instant("start_time") }.min()
        let last = stages.compactMap { $0.instant("end_time") }.max()
        let start = record.instant("start_time") ?? record.instant("session_start_time")
        guard let end = end ?? last,
            let start = start ?? duration.map({ end - $0 }) ?? first, start < end
        else {
            builder.refuse("the night has no stages and no valid times", at: record.pointer)
            return nil
        }
        return facts(record, start: start, end: end)
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
        let name = record["type"]?.word ?? ""
        let activity = builder.activity(
            Int(name).flatMap(PushedActivity.jetpack) ?? PushedActivity.named(name), of: record, "exercise",
            named: name,
            key: "HealthConnectExerciseType", &reading)
        for key in ["avg_cadence_spm", "max_cadence_spm", "stride_length_m"] {
            guard let text = record[key]?.metadataText else { continue }
            reading.metadata.append(MetadataPair(key: key, value: text))
        }
        var workout = WorkoutData(
            activityType: activity, sample: builder.sampleData(reading), duration: amount(record, "duration_seconds"))
        if let distance = amount(record, "distance_meters") {
            workout.attributes += Self.total("totalDistance", distance, "m")
        }
        builder.checkKinds(record, ["calories": .number])
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
        builder.add(.workout(workout), uuid: reading.uuid, updated: reading.updated, at: record.pointer)
    }

    /// Returns a number that is not negative.
    private func amount(_ record: PushJSON, _ key: String) -> Double? {
        record.number(key).flatMap { $0 >= 0 ? $0 : nil }
    }

    private static func total(_ name: String, _ value: Double, _ unit: String) -> [MetadataPair] {
        [MetadataPair(key: name, value: "\(value)"), MetadataPair(key: name + "Unit", value: unit)]
    }

    /// Reads a meal: its nutrients as the members of a correlation. The nutrients of some minutes or a day are no meal.
    mutating func readNutrition(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        let name = record.text("name")
        builder.checkKinds(record, ["calories": .number])
        reading.isTotal = name == nil && isTotal(record) && reading.start < reading.end
        var members: [NestedRow] = []
        var isRead = false
        for nutrient in Self.nutrients {
            guard let value = record.number(nutrient.field) else { continue }
            guard value >= 0 else {
                refuse(nutrient.field, "is negative", record)
                continue
            }
            isRead = true
            if reading.isTotal, let interval = totalInterval(reading) {
                builder.addTotal(
                    nutrient.type.rawValue, value: value, unit: nutrient.unit, reading, interval: interval)
            } else if reading.isTotal {
                builder.addQuantity(nutrient.type.rawValue, value: value, unit: nutrient.unit, reading)
            } else if let row = builder.nestedRow(
                nutrient.type.rawValue, value: value, unit: nutrient.unit, reading)
            {
                members.append(row)
            }
        }
        guard isRead else { return builder.refuse("the meal has no known nutrients", at: record.pointer) }
        guard !members.isEmpty else { return }
        if let name { reading.metadata.append(MetadataPair(key: HKMetadataKeyFoodType, value: name)) }
        builder.add(
            .correlation(
                CorrelationData(
                    type: HKCorrelationTypeIdentifier.food.rawValue, sample: builder.sampleData(reading),
                    members: members)),
            uuid: reading.uuid, updated: reading.updated, at: record.pointer)
    }

    private static let nutrients: [(field: String, type: HKQuantityTypeIdentifier, unit: String)] = [
        ("calories", .dietaryEnergyConsumed, "kcal"), ("protein_grams", .dietaryProtein, "g"),
        ("carbs_grams", .dietaryCarbohydrates, "g"), ("fat_grams", .dietaryFatTotal, "g"),
        ("sugar_grams", .dietarySugar, "g"), ("sodium_grams", .dietarySodium, "g"),
        ("dietary_fiber_grams", .dietaryFiber, "g"),
    ]
}
