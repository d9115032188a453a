// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The kinds of exercise in the databases of Health Connect.
enum HealthConnectActivity {
    /// The number of other kinds of exercise.
    static let other = 58

    /// Returns the number of an activity.
    /// - Parameter metadata: the metadata of the workout, which tells indoor and outdoor workouts apart.
    static func number(_ activity: HKWorkoutActivityType, metadata: [MetadataPair]) -> Int {
        func value(_ key: String) -> String? { metadata.first { $0.key == key }?.value }
        let isIndoor = value(HKMetadataKeyIndoorWorkout) == "1"
        switch activity {
        case .cycling: return isIndoor ? 5 : 4
        case .running: return isIndoor ? 34 : 33
        case .rowing: return isIndoor ? 61 : 31
        case .swimming:
            let isOpen =
                value(HKMetadataKeySwimmingLocationType) == "\(HKWorkoutSwimmingLocationType.openWater.rawValue)"
            return isOpen ? 48 : 49
        // 14 and 15 are the deprecated kinds of dance.
        default: return numbers[activity] ?? ([14, 15].contains(activity.rawValue) ? 10 : other)
        }
    }

    private static let numbers: [HKWorkoutActivityType: Int] = [
        .badminton: 1, .baseball: 2, .basketball: 3, .crossTraining: 6, .boxing: 7, .cricket: 9, .cardioDance: 10,
        .socialDance: 10, .stepTraining: 11, .fencing: 12,
        .americanFootball: 13, .australianFootball: 14, .discSports: 15, .golf: 16, .mindAndBody: 17, .gymnastics: 18,
        .handball: 19, .highIntensityIntervalTraining: 20, .hiking: 21, .hockey: 22, .martialArts: 24,
        .kickboxing: 24, .taiChi: 24, .paddleSports: 25, .pilates: 27, .racquetball: 28, .climbing: 29, .rugby: 32,
        .sailing: 35, .underwaterDiving: 36, .skatingSports: 37, .crossCountrySkiing: 38, .downhillSkiing: 38,
        .snowboarding: 39, .soccer: 41, .softball: 42, .squash: 43, .stairs: 44, .functionalStrengthTraining: 45,
        .traditionalStrengthTraining: 45, .coreTraining: 45, .flexibility: 46, .cooldown: 46, .surfingSports: 47,
        .tableTennis: 50, .tennis: 51, .volleyball: 52, .walking: 53, .waterPolo: 54, .wheelchairWalkPace: 56,
        .wheelchairRunPace: 56, .yoga: 57, .stairClimbing: 59, .elliptical: 60,
    ]

    /// Returns the name of an activity in words, for workouts whose kind Health Connect does not have.
    static func title(_ name: String) -> String {
        let prefix = "HKWorkoutActivityType"
        let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        var words = ""
        for character in short {
            if character.isUppercase, let last = words.last, last.isLowercase { words += " " }
            words += words.isEmpty ? character.uppercased() : character.lowercased()
        }
        return words
    }
}
