// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A kind of records of Health Connect: its table, and the columns of its values.
struct HealthConnectRecord: Sendable {
    /// The number of the kind.
    let id: Int
    /// The name of the table.
    let table: String
    /// Whether the records are of a moment, and not of an interval.
    let isInstant: Bool
    /// The declarations of the columns of values.
    let columns: [String]
    /// The table of the values of series.
    var child: (table: String, columns: [String])?

    /// The names of the columns of values.
    var names: [String] { columns.map(Self.name) }

    private static func name(_ declaration: String) -> String { String(declaration.prefix { $0 != " " }) }

    private static func instant(_ id: Int, _ table: String, _ columns: String...) -> HealthConnectRecord {
        HealthConnectRecord(id: id, table: table, isInstant: true, columns: columns)
    }

    private static func interval(_ id: Int, _ table: String, _ columns: String...) -> HealthConnectRecord {
        HealthConnectRecord(id: id, table: table, isInstant: false, columns: columns)
    }

    private static func series(
        _ id: Int, _ table: String, _ child: String, _ columns: String..., values: [String] = []
    ) -> HealthConnectRecord {
        HealthConnectRecord(id: id, table: table, isInstant: false, columns: values, child: (child, columns))
    }

    /// The values that Android accepts, in the unit of the column; records with others cannot be read there.
    var range: ClosedRange<Double> {
        switch id {
        case Self.heartRate.id: 1...300
        case Self.restingHeartRate.id: 0...300
        case Self.power.id: 0...100_000
        case Self.cyclingCadence.id: 0...10_000
        case Self.hydration.id: 0...100
        case Self.activeCalories.id: 0...1_000_000_000
        case Self.weight.id, Self.leanMass.id: 0...1_000_000
        case Self.height.id: 0...3
        case Self.bodyFat.id, Self.oxygen.id, Self.vo2Max.id, Self.temperature.id, Self.basalTemperature.id: 0...100
        case Self.glucose.id: 0...50
        case Self.respiratoryRate.id: 0...1000
        case Self.variability.id: 1...200
        default: 0...1_000_000
        }
    }

    static let steps = interval(1, "steps_record_table", "count INTEGER")
    static let activeCalories = interval(2, "active_calories_burned_record_table", "energy REAL")
    static let hydration = interval(3, "hydration_record_table", "volume REAL")
    static let floors = interval(5, "floors_climbed_record_table", "floors REAL")
    static let pushes = interval(6, "wheelchair_pushes_record_table", "count INTEGER")
    static let distance = interval(7, "distance_record_table", "distance REAL")
    static let nutrition = HealthConnectRecord(
        id: 8, table: "nutrition_record_table", isInstant: false,
        columns: HealthConnectNutrients.columns.map { "\($0) REAL" } + ["meal_type INTEGER", "meal_name TEXT"])
    static let heartRate = series(
        11, "heart_rate_record_table", "heart_rate_record_series_table", "beats_per_minute INTEGER",
        "epoch_millis INTEGER")
    static let cyclingCadence = series(
        12, "CyclingPedalingCadenceRecordTable", "cycling_pedaling_cadence_record_table", "revolutions_per_minute REAL",
        "epoch_millis INTEGER")
    static let power = series(13, "PowerRecordTable", "power_record_table", "power REAL", "epoch_millis INTEGER")
    static let speed = series(14, "SpeedRecordTable", "speed_record_table", "speed REAL", "epoch_millis INTEGER")
    static let bodyFat = instant(17, "body_fat_record_table", "percentage REAL")
    static let vo2Max = instant(
        18, "vo2_max_record_table", "measurement_method INTEGER", "vo2_milliliters_per_minute_kilogram REAL")
    static let mucus = instant(19, "cervical_mucus_record_table", "sensation INTEGER", "appearance INTEGER")
    static let basalTemperature = instant(
        20, "basal_body_temperature_record_table", "measurement_location INTEGER", "temperature REAL")
    static let flow = instant(21, "menstruation_flow_record_table", "flow INTEGER")
    static let oxygen = instant(22, "oxygen_saturation_record_table", "percentage REAL")
    static let bloodPressure = instant(
        23, "blood_pressure_record_table", "measurement_location TEXT NOT NULL", "systolic REAL", "diastolic REAL",
        "body_position TEXT NOT NULL")
    static let height = instant(24, "height_record_table", "height REAL")
    static let glucose = instant(
        25, "blood_glucose_record_table", "specimen_source TEXT NOT NULL", "level REAL",
        "relation_to_meal TEXT NOT NULL", "meal_type TEXT NOT NULL")
    static let weight = instant(26, "weight_record_table", "weight REAL")
    static let leanMass = instant(27, "lean_body_mass_record_table", "mass REAL")
    static let sexualActivity = instant(28, "sexual_activity_record_table", "protection_used INTEGER")
    static let temperature = instant(
        29, "body_temperature_record_table", "measurement_location INTEGER", "temperature REAL")
    static let ovulation = instant(30, "ovulation_test_record_table", "result INTEGER")
    static let respiratoryRate = instant(31, "respiratory_rate_record_table", "rate REAL")
    static let restingHeartRate = instant(33, "resting_heart_rate_record_table", "beats_per_minute INTEGER")
    static let variability = instant(
        35, "heart_rate_variability_rmssd_record_table", "heart_rate_variability_millis REAL NOT NULL")
    static let bleeding = instant(36, "intermenstrual_bleeding_record_table")
    static let exercise = series(
        37, "exercise_session_record_table", "exercise_route_table", "timestamp_millis INTEGER", "latitude REAL",
        "longitude REAL", "altitude REAL", "horizontal_accuracy REAL", "vertical_accuracy REAL",
        values: ["notes TEXT", "exercise_type INTEGER", "title TEXT", "has_route INTEGER"])
    static let sleep = series(
        38, "sleep_session_record_table", "sleep_stages_table", "stage_start_time INTEGER NOT NULL",
        "stage_end_time INTEGER NOT NULL", "stage_type INTEGER NOT NULL", values: ["notes TEXT", "title TEXT"])

    /// The records of the schema, those that HealthKit has no samples for included.
    static let all: [HealthConnectRecord] = [
        steps, activeCalories, hydration,
        interval(4, "elevation_gained_record_table", "elevation REAL"), floors, pushes, distance, nutrition,
        interval(9, "total_calories_burned_record_table", "energy REAL"),
        interval(10, "menstruation_period_record_table"), heartRate, cyclingCadence, power, speed,
        series(
            15, "StepsCadenceRecordTable", "steps_cadence_record_table", "rate REAL", "epoch_millis INTEGER"),
        instant(16, "basal_metabolic_rate_record_table", "basal_metabolic_rate REAL"), bodyFat, vo2Max, mucus,
        basalTemperature, flow, oxygen, bloodPressure, height, glucose, weight, leanMass, sexualActivity, temperature,
        ovulation, respiratoryRate, instant(32, "bone_mass_record_table", "mass REAL"), restingHeartRate,
        instant(34, "body_water_mass_record_table", "body_water_mass REAL"),
        variability, bleeding, exercise, sleep,
    ]

    /// The names of the columns of the table of values.
    var childNames: [String] { ["parent_key"] + (child?.columns ?? []).map(Self.name) }
}

/// The nutrients of a meal in Health Connect: masses in grams, and energies in calories.
enum HealthConnectNutrients {
    /// The columns of nutrients.
    static let columns = [
        "unsaturated_fat", "potassium", "thiamin", "trans_fat", "manganese", "energy_from_fat", "caffeine",
        "dietary_fiber", "selenium", "vitamin_b6", "protein", "chloride", "cholesterol", "copper", "iodine",
        "vitamin_b12", "zinc", "riboflavin", "energy", "molybdenum", "phosphorus", "chromium", "total_fat", "calcium",
        "vitamin_c", "vitamin_e", "biotin", "vitamin_d", "niacin", "magnesium", "total_carbohydrate", "vitamin_k",
        "polyunsaturated_fat", "saturated_fat", "sodium", "folate", "monounsaturated_fat", "pantothenic_acid", "iron",
        "vitamin_a", "folic_acid", "sugar",
    ]

    /// The columns by type of samples.
    static let columnsByType: [String: String] = Dictionary(
        uniqueKeysWithValues: types.map { ($0.0.rawValue, $0.1) })

    private static let types: [(HKQuantityTypeIdentifier, String)] = [
        (.dietaryEnergyConsumed, "energy"), (.dietaryProtein, "protein"),
        (.dietaryCarbohydrates, "total_carbohydrate"), (.dietaryFatTotal, "total_fat"),
        (.dietaryFatSaturated, "saturated_fat"), (.dietaryFatMonounsaturated, "monounsaturated_fat"),
        (.dietaryFatPolyunsaturated, "polyunsaturated_fat"), (.dietaryCholesterol, "cholesterol"),
        (.dietarySodium, "sodium"), (.dietaryFiber, "dietary_fiber"), (.dietarySugar, "sugar"),
        (.dietaryVitaminA, "vitamin_a"), (.dietaryVitaminB6, "vitamin_b6"), (.dietaryVitaminB12, "vitamin_b12"),
        (.dietaryVitaminC, "vitamin_c"), (.dietaryVitaminD, "vitamin_d"), (.dietaryVitaminE, "vitamin_e"),
        (.dietaryVitaminK, "vitamin_k"), (.dietaryCalcium, "calcium"), (.dietaryIron, "iron"),
        (.dietaryThiamin, "thiamin"), (.dietaryRiboflavin, "riboflavin"), (.dietaryNiacin, "niacin"),
        (.dietaryFolate, "folate"), (.dietaryBiotin, "biotin"), (.dietaryPantothenicAcid, "pantothenic_acid"),
        (.dietaryPhosphorus, "phosphorus"), (.dietaryIodine, "iodine"), (.dietaryMagnesium, "magnesium"),
        (.dietaryZinc, "zinc"), (.dietarySelenium, "selenium"), (.dietaryCopper, "copper"),
        (.dietaryManganese, "manganese"), (.dietaryChromium, "chromium"), (.dietaryMolybdenum, "molybdenum"),
        (.dietaryChloride, "chloride"), (.dietaryPotassium, "potassium"), (.dietaryCaffeine, "caffeine"),
    ]

    /// Returns the values that Android accepts in a column.
    static func range(_ column: String) -> ClosedRange<Double> {
        let large = [
            "protein", "total_carbohydrate", "total_fat", "saturated_fat", "monounsaturated_fat", "polyunsaturated_fat",
            "dietary_fiber", "sugar",
        ]
        return column == "energy" ? 0...100_000_000 : 0...(large.contains(column) ? 100_000 : 100)
    }

    /// Returns a value in the unit of its column, from the stored unit of its type.
    static func value(_ stored: Double, column: String) -> Double {
        // kcal to calories; masses are stored in grams.
        column == "energy" ? stored * 1000 : stored
    }
}
