// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The sports of FIT as kinds of workouts.
enum FITKind {
    /// Returns the kind of a workout.
    /// - Parameters:
    ///   - sport: The number of the sport.
    ///   - sub: The number of its kind (sub sport); 0 if there is none.
    static func kind(sport: Int64, sub: Int64) -> ActivityKind {
        // A kind is that of several sports, but these say more than the sport.
        if let activity = ofAnySport[sub] { return ActivityKind(activity) }
        if sport == 2 || sport == 21, sub == 12 || sub == 88 { return ActivityKind(.handCycling) }
        if [4, 10, 64, 0].contains(sport), let activity = ofTraining[sub] { return ActivityKind(activity) }
        if let activity = sports[sport] { return ActivityKind(activity) }
        var kind = ActivityKind(.other)
        kind.written = names[sport]
        return kind
    }

    /// Returns the metadata of a kind: whether it is indoors, and the place of a swim.
    static func metadata(sport: Int64, sub: Int64) -> [MetadataPair] {
        var pairs: [MetadataPair] = []
        if indoors.contains(sub) { pairs.append(MetadataPair(key: HKMetadataKeyIndoorWorkout, value: "1")) }
        if sport == 5, sub == 17 || sub == 18 {
            let place = sub == 17 ? HKWorkoutSwimmingLocationType.pool : .openWater
            pairs.append(MetadataPair(key: HKMetadataKeySwimmingLocationType, value: "\(place.rawValue)"))
        }
        return pairs
    }

    /// An average of a session that has a type in HealthKit.
    struct Average {
        /// The number of the field in sessions.
        var field: UInt8
        /// The number by which values in the unit of the type are multiplied.
        var scale: Double
        var type: HKQuantityTypeIdentifier
    }

    /// Returns the averages of a session of a kind.
    static func averages(of kind: ActivityKind) -> [Average] {
        var averages: [Average] = []
        if let power = kind.power { averages.append(Average(field: 20, scale: 1, type: power)) }
        if let cadence = kind.cadence { averages.append(Average(field: 18, scale: 1, type: cadence)) }
        if kind.activity == .running {
            averages += [
                // Tenths of a millimetre of oscillation and step, and tenths of a millisecond of contact.
                Average(field: 89, scale: 100, type: .runningVerticalOscillation),
                Average(field: 91, scale: 10, type: .runningGroundContactTime),
                Average(field: 134, scale: 10_000, type: .runningStrideLength),
            ]
        }
        return averages
    }

    /// Returns the stroke with a number; nil for drills of unknown strokes and unknown numbers.
    static func stroke(_ number: Int64) -> HKSwimmingStrokeStyle? {
        switch number {
        case 0: .freestyle
        case 1: .backstroke
        case 2: .breaststroke
        case 3: .butterfly
        case 4: .kickboard
        case 5, 6: .mixed
        default: nil
        }
    }

    /// Treadmill, spinning, and the kinds that are called indoor or virtual.
    private static let indoors: Set<Int64> = [1, 5, 6, 14, 15, 25, 27, 45, 58, 68, 69, 86, 87, 88]

    private static let ofAnySport: [Int64: HKWorkoutActivityType] = [
        15: .elliptical, 16: .stairClimbing, 43: .yoga, 44: .pilates, 62: .mindAndBody,
        70: .highIntensityIntervalTraining,
        78: .swimBikeRun, 84: .pickleball, 86: .wheelchairWalkPace, 87: .wheelchairRunPace, 94: .squash, 95: .badminton,
        96: .racquetball, 97: .tableTennis,
    ]

    private static let ofTraining: [Int64: HKWorkoutActivityType] = [
        1: .running, 5: .cycling, 6: .cycling, 14: .rowing, 19: .flexibility, 20: .traditionalStrengthTraining,
        26: .mixedCardio, 27: .walking, 45: .running, 68: .climbing, 69: .climbing,
        73: .highIntensityIntervalTraining, 74: .highIntensityIntervalTraining, 75: .highIntensityIntervalTraining,
        88: .handCycling,
    ]

    private static let sports: [Int64: HKWorkoutActivityType] = [
        1: .running, 2: .cycling, 3: .transition, 5: .swimming, 6: .basketball, 7: .soccer, 8: .tennis,
        9: .americanFootball, 10: .crossTraining, 11: .walking, 12: .crossCountrySkiing, 13: .downhillSkiing,
        14: .snowboarding, 15: .rowing, 16: .climbing, 17: .hiking, 18: .swimBikeRun, 19: .paddleSports, 21: .cycling,
        25: .golf, 27: .equestrianSports, 28: .hunting, 29: .fishing, 30: .skatingSports, 31: .climbing, 32: .sailing,
        33: .skatingSports, 35: .snowSports, 37: .paddleSports, 38: .surfingSports, 39: .waterSports, 40: .waterSports,
        41: .paddleSports, 42: .paddleSports, 43: .surfingSports, 44: .surfingSports, 47: .boxing, 48: .stairs,
        49: .baseball, 53: .underwaterDiving, 58: .snowSports, 62: .highIntensityIntervalTraining,
        65: .wheelchairWalkPace, 66: .wheelchairRunPace, 67: .mindAndBody, 69: .discSports, 71: .cricket, 72: .rugby,
        73: .hockey, 74: .lacrosse, 75: .volleyball, 76: .waterSports, 77: .surfingSports, 78: .waterSports,
        79: .archery, 80: .martialArts, 82: .waterSports, 83: .cardioDance, 84: .jumpRope, 85: .underwaterDiving,
        86: .flexibility, 88: .paddleSports,
    ]

    /// The sports that HealthKit has no kind for.
    private static let names: [Int64: String] = [
        20: "flying", 22: "motorcycling", 23: "boating", 24: "driving", 26: "hang_gliding", 34: "sky_diving",
        36: "snowmobiling", 45: "tactical", 46: "jumpmaster", 56: "shooting", 63: "video_gaming", 68: "para_sport",
        70: "team_sport", 81: "motor_sports", 87: "geocaching",
    ]
}
