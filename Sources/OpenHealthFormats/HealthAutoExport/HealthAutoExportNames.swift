// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The names of metrics, units and values of Health Auto Export.
enum HealthAutoExportNames {
    /// The types of metrics whose names differ from those of the types.
    private static let metrics: [String: String] = [
        "active_energy": "activeEnergyBurned", "swimming_distance": "distanceSwimming",
        "basal_energy": "basalEnergyBurned", "total_energy": "totalEnergyBurned",
        "total_calories": "totalEnergyBurned", "total_energy_burned": "totalEnergyBurned",
        "cycling_distance": "distanceCycling", "swim_distance": "distanceSwimming",
        "downhill_snow_sports": "distanceDownhillSnowSports",
        "walking_running_distance": "distanceWalkingRunning",
        "walking_and_running_distance": "distanceWalkingRunning", "wheelchair_distance": "distanceWheelchair",
        "wheelchair_push_count": "pushCount", "swim_stroke_count": "swimmingStrokeCount",
        "swim_stroke": "swimmingStrokeCount", "swimming_stroke_count": "swimmingStrokeCount",
        "vo2max": "vo2Max", "vo2_max": "vo2Max", "weight_body_mass": "bodyMass", "weight": "bodyMass",
        "heart_rate_variability": "heartRateVariabilitySDNN", "cardio_recovery": "heartRateRecoveryOneMinute",
        "heart_rate_data": "heartRate", "heart_rate_recovery": "heartRate",
        "walking_heart_rate": "walkingHeartRateAverage",
        "six_minute_walking_test_distance": "sixMinuteWalkTestDistance",
        "stair_speed_up": "stairAscentSpeed", "stair_speed_down": "stairDescentSpeed",
        "forced_expiratory_volume": "forcedExpiratoryVolume1", "blood_oxygen_saturation": "oxygenSaturation",
        "under_water_depth": "underwaterDepth", "under_water_temperature": "waterTemperature",
        "environmental_audio": "environmentalAudioExposure", "headphone_audio": "headphoneAudioExposure",
        "mindful_minutes": "mindfulSession", "breathing_disturbances": "appleSleepingBreathingDisturbances",
        "dietary_energy": "dietaryEnergyConsumed", "cholesterol": "dietaryCholesterol",
        "carbohydrates": "dietaryCarbohydrates", "monosaturated_fat": "dietaryFatMonounsaturated",
        "monounsaturated_fat": "dietaryFatMonounsaturated", "polyunsaturated_fat": "dietaryFatPolyunsaturated",
        "saturated_fat": "dietaryFatSaturated", "total_fat": "dietaryFatTotal",
        "number_of_time_fallen": "numberOfTimesFallen", "handwashing": "handwashingEvent",
        "toothbrushing": "toothbrushingEvent", "basal_metabolic_rate": "basalMetabolicRate",
        "body_and_muscle_ache": "generalizedBodyAche", "congestion": "sinusCongestion",
        "rapid_pounding_or_fluttering_heartbeat": "rapidPoundingOrFlutteringHeartbeat",
        "chest_tightness_or_pain": "chestTightnessOrPain", "menstruation": "menstrualFlow", "period": "menstrualFlow",
        "spotting": "intermenstrualBleeding", "contraceptives": "contraceptive",
    ]

    /// Returns the type of a metric, a symptom or an entry of cycle tracking; nil for an unknown name.
    /// - Parameter name: A name in snake case, or in words of English or of a language of ``HealthAutoExportTranslations``.
    static func type(_ name: String) -> HealthTypeDescription? {
        guard name.canBeKnown else { return nil }
        let plain = snakeCase(name)
        if let known = metrics[plain] { return HealthTypes.matching(known) }
        let type = HealthTypes.matching(plain) ?? HealthTypes.matching("dietary_" + plain)
        if type?.kind == .quantity || type?.kind == .category { return type }
        return HealthAutoExportTranslations.type(name).flatMap { HealthTypes.matching($0) }
    }

    /// Returns a name in lower case with words separated by underscores: `heartRateData` and `Heart Rate Data` are
    /// `heart_rate_data`. Names that are too long to be known are returned as they are.
    static func snakeCase(_ name: String) -> String {
        guard name.canBeKnown else { return name }
        var plain = ""
        var previous: Character = "_"
        for letter in name {
            if letter.isLetter || letter.isNumber {
                if letter.isUppercase, previous.isLowercase { plain.append("_") }
                plain += letter.lowercased()
            } else if plain.last != "_", !plain.isEmpty {
                plain.append("_")
            }
            previous = letter
        }
        return plain.last == "_" ? String(plain.dropLast()) : plain
    }

    /// The units that are spelled differently from those of HealthKit.
    private static let units: [String: String] = [
        "bpm": "count/min", "breaths/min": "count/min", "rpm": "count/min", "°c": "degC", "°f": "degF",
        "mmol/l": "mmol<180.1558800000541>/L", "ml/min·kg": "ml/(kg*min)", "ml/(kg·min)": "ml/(kg*min)",
        "ml/kg·min": "ml/(kg*min)", "ml/kg/min": "ml/(kg*min)", "kcal/hr·kg": "kcal/(kg*hr)",
        "kcal/(kg·hr)": "kcal/(kg*hr)", "kcal/(hr·kg)": "kcal/(kg*hr)", "kcal/kg/hr": "kcal/(kg*hr)", "cal": "kcal",
        "dbaspl": "dBASPL", "db": "dBASPL", "km/h": "km/hr", "kmph": "km/hr", "mph": "mi/hr", "mi/h": "mi/hr",
        "fl oz": "fl_oz_us", "floz": "fl_oz_us", "µg": "mcg", "μg": "mcg", "mcs": "mcS", "µs": "mcS", "steps": "count",
        "score": "appleEffortScore", "hours": "hr", "minutes": "min", "sec": "s", "lbs": "lb",
    ]

    /// Returns the unit string of HealthKit of a unit as written, for a type.
    static func unit(_ text: String, of type: HealthTypeDescription) -> String {
        // No unit is that long, and the beginning of one is not taken for it.
        guard text.canBeKnown else { return text.limited(to: TextLimit.known) + "…" }
        let plain = text.trimmingCharacters(in: .whitespaces)
        if plain.isEmpty { return type.canonicalUnit ?? "count" }
        if ["count", "counts"].contains(plain.lowercased()) {
            // Version 1 writes the unit of heart rates so.
            return type.canonicalUnit == "count/min" ? "count/min" : "count"
        }
        if let known = units[plain.lowercased()] { return known }
        return plain.replacing("·", with: "*").replacing("⋅", with: "*")
    }

    /// Values of enumerations that phones write in their language, in lower case without spaces, and the names of their cases.
    private static let words: [String: String] = [
        "inbed": "inBed", "asleep": "asleepUnspecified", "unspecified": "unspecified", "core": "asleepCore",
        "deep": "asleepDeep", "rem": "asleepREM", "awake": "awake", "light": "light", "stood": "stood", "idle": "idle",
        "notpresent": "notPresent", "present": "present", "mild": "mild", "moderate": "moderate", "severe": "severe",
        "nochange": "noChange", "decreased": "decreased", "increased": "increased", "medium": "medium",
        "heavy": "heavy", "none": "none", "negative": "negative", "positive": "positive",
        "luteinizinghormonesurge": "luteinizingHormoneSurge", "estrogensurge": "estrogenSurge",
        "indeterminate": "indeterminate", "dry": "dry", "sticky": "sticky", "creamy": "creamy", "watery": "watery",
        "eggwhite": "eggWhite", "implant": "implant", "injection": "injection",
        "intrauterinedevice": "intrauterineDevice", "intravaginalring": "intravaginalRing", "oral": "oral",
        "patch": "patch",
        // German, Spanish, French, Italian, Portuguese and Dutch names of the phases of sleep.
        "wach": "awake", "imbett": "inBed", "schlafend": "asleepUnspecified", "kern": "asleepCore",
        "tief": "asleepDeep",
        "despierto": "awake", "despierta": "awake", "enlacama": "inBed", "esencial": "asleepCore",
        "profundo": "asleepDeep", "éveil": "awake", "éveillé": "awake", "aulit": "inBed", "profond": "asleepDeep",
        "sveglio": "awake", "aletto": "inBed", "profondo": "asleepDeep", "acordado": "awake", "nacama": "inBed",
        "essencial": "asleepCore", "wakker": "awake", "inbedliggen": "inBed", "diep": "asleepDeep",
    ]

    /// Returns the raw value of a word for a type; nil for an unknown word.
    static func value(_ word: String, of type: HealthTypeDescription) -> Int? {
        guard let valueEnum = type.valueEnum, word.canBeKnown else { return nil }
        let plain = word.lowercased().filter { $0.isLetter || $0.isNumber }
        let sleep = "HKCategoryValueSleepAnalysis"
        if valueEnum == sleep, plain == "unspecified" { return HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue }
        // A symptom that is present has no severity.
        if valueEnum == "HKCategoryValueSeverity", plain == "present" {
            return HKCategoryValueSeverity.unspecified.rawValue
        }
        // The earlier name of a surge.
        if valueEnum == "HKCategoryValueOvulationTestResult", plain == "positive" {
            return HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue
        }
        let translated = HealthAutoExportTranslations.cases(word).map { $0.lowercased() }
        var found: Int?
        for raw in HealthEnums.allowedValues(ofEnum: valueEnum) {
            guard let name = HealthEnums.caseName(ofEnum: valueEnum, rawValue: raw) else { continue }
            let short = name.dropFirst(valueEnum.count).lowercased()
            if short == plain || short == words[plain]?.lowercased() || name.lowercased() == plain { return raw }
            if translated.contains(short) { found = found ?? raw }
        }
        if found == nil, valueEnum == "HKCategoryValueSeverity", translated.contains("present") {
            return HKCategoryValueSeverity.unspecified.rawValue
        }
        if found == nil, valueEnum == "HKCategoryValueOvulationTestResult", translated.contains("positive") {
            return HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue
        }
        return found
    }
}
