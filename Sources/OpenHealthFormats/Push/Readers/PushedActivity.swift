// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The activities of workouts under the names and numbers of other systems.
enum PushedActivity {
    /// Returns the name in HealthKit, such as `HKWorkoutActivityTypeRunning`, or nil if the name is unknown.
    /// - Parameter name: A name in any notation, such as `strength_training`, `STRENGTH_TRAINING` or `strengthTraining`.
    static func named(_ name: String) -> String? {
        guard name.canBeKnown else { return nil }
        let letters = String(name.lowercased().filter(\.isLetter))
        let short = letters.hasPrefix("exercisetype") ? String(letters.dropFirst("exercisetype".count)) : letters
        guard let activity = byName[short] ?? synonyms[short] else { return nil }
        return raw(activity)
    }

    /// Returns the name in HealthKit for a number of Jetpack's Health Connect client, or nil if it is unknown.
    static func jetpack(_ number: Int) -> String? { byNumber[number].map(raw) }

    /// Returns the name in exports.
    static func raw(_ activity: HKWorkoutActivityType) -> String {
        let name = "\(activity)"
        return "HKWorkoutActivityType" + name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns the type of the distance of an activity; nil if HealthKit has none.
    /// - Parameter activity: The name in exports.
    static func distance(_ activity: String) -> HKQuantityTypeIdentifier? {
        distances[activity] ?? .distanceWalkingRunning
    }

    private static let distances: [String: HKQuantityTypeIdentifier?] = {
        let types: [(HKQuantityTypeIdentifier?, [HKWorkoutActivityType])] = [
            (.distanceCycling, [.cycling, .handCycling]), (.distanceSwimming, [.swimming, .waterPolo]),
            (.distanceRowing, [.rowing]), (.distancePaddleSports, [.paddleSports]),
            (.distanceWheelchair, [.wheelchairWalkPace, .wheelchairRunPace]),
            (.distanceCrossCountrySkiing, [.crossCountrySkiing]), (.distanceSkatingSports, [.skatingSports]),
            (.distanceDownhillSnowSports, [.downhillSkiing, .snowboarding]),
            (
                nil,
                [
                    .sailing, .surfingSports, .waterSports, .underwaterDiving, .equestrianSports, .swimBikeRun,
                    .transition,
                ]
            ),
        ]
        return Dictionary(
            types.flatMap { type, activities in activities.map { (raw($0), type) } }, uniquingKeysWith: { $1 })
    }()

    private static let byName = Dictionary(
        HKWorkoutActivityType.allCases.map { ("\($0)".lowercased(), $0) }, uniquingKeysWith: { first, _ in first })

    private static let synonyms: [String: HKWorkoutActivityType] = [
        "biking": .cycling, "bikingstationary": .cycling, "cyclingstationary": .cycling, "indoorcycling": .cycling,
        "bootcamp": .crossTraining,
        "calisthenics": .functionalStrengthTraining, "dancing": .cardioDance, "exerciseclass": .other,
        "footballamerican": .americanFootball, "footballaustralian": .australianFootball, "frisbeedisc": .discSports,
        "frisbee": .discSports, "guidedbreathing": .mindAndBody, "breathing": .mindAndBody,
        "meditation": .mindAndBody, "hiit": .highIntensityIntervalTraining,
        "highintensityintervaltraining": .highIntensityIntervalTraining,
        "icehockey": .hockey, "rollerhockey": .hockey, "iceskating": .skatingSports, "skating": .skatingSports,
        "inlineskating": .skatingSports, "paddling": .paddleSports, "kayaking": .paddleSports,
        "canoeing": .paddleSports, "paragliding": .other, "rockclimbing": .climbing, "rowingmachine": .rowing,
        "indoorrowing": .rowing, "runningtreadmill": .running, "treadmill": .running, "trailrunning": .running,
        "scubadiving": .underwaterDiving, "scuba": .underwaterDiving, "skiing": .downhillSkiing,
        "alpineskiing": .downhillSkiing, "snowshoeing": .snowSports, "stairclimbingmachine": .stairClimbing,
        "strengthtraining": .traditionalStrengthTraining, "weightlifting": .traditionalStrengthTraining,
        "stretching": .flexibility, "surfing": .surfingSports, "swimmingopenwater": .swimming,
        "swimmingpool": .swimming, "poolswimming": .swimming, "openwaterswimming": .swimming,
        "wheelchair": .wheelchairWalkPace, "mountainbiking": .cycling, "ebiking": .cycling,
        "crosscountryskiing": .crossCountrySkiing, "workout": .other, "otherworkout": .other,
        "multisport": .swimBikeRun,
        "triathlon": .swimBikeRun, "horsebackriding": .equestrianSports, "corestrengthtraining": .coreTraining,
    ]

    private static let byNumber: [Int: HKWorkoutActivityType] = [
        0: .other, 2: .badminton, 4: .baseball, 5: .basketball, 8: .cycling, 9: .cycling, 10: .crossTraining,
        11: .boxing, 13: .functionalStrengthTraining, 14: .cricket, 16: .cardioDance, 25: .elliptical, 26: .other,
        27: .fencing, 28: .americanFootball, 29: .australianFootball, 31: .discSports, 32: .golf, 33: .mindAndBody,
        34: .gymnastics, 35: .handball, 36: .highIntensityIntervalTraining, 37: .hiking, 38: .hockey,
        39: .skatingSports, 44: .martialArts, 46: .paddleSports, 47: .other, 48: .pilates, 50: .racquetball,
        51: .climbing, 52: .hockey, 53: .rowing, 54: .rowing, 55: .rugby, 56: .running, 57: .running, 58: .sailing,
        59: .underwaterDiving, 60: .skatingSports, 61: .downhillSkiing, 62: .snowboarding, 63: .snowSports,
        64: .soccer, 65: .softball, 66: .squash, 68: .stairClimbing, 69: .stairClimbing,
        70: .traditionalStrengthTraining, 71: .flexibility, 72: .surfingSports, 73: .swimming, 74: .swimming,
        75: .tableTennis, 76: .tennis, 78: .volleyball, 79: .walking, 80: .waterPolo,
        81: .traditionalStrengthTraining, 82: .wheelchairWalkPace, 83: .yoga,
    ]
}

extension PushBuilder {
    /// Returns the activity type of a pushed workout, and adds its title and notes to the metadata.
    ///
    /// An unknown activity becomes other, with a warning, and its name is kept in the metadata.
    /// - Parameters:
    ///   - activity: The activity type; nil if its name is unknown.
    ///   - kind: The name of workouts in the document, for the warning.
    ///   - key: The key of unknown names in the metadata.
    mutating func activity(
        _ activity: String?, of object: PushJSON, _ kind: String, named name: String, key: String,
        _ reading: inout Reading
    ) -> String {
        if activity == nil {
            warn("the \(kind) \(name.limited(to: 50)) is unknown and kept as other", at: object.pointer + "/type")
            reading.metadata.append(MetadataPair(key: key, value: name.limited(to: 200)))
        }
        for key in ["title", "notes"] {
            if let text = object.text(key) { reading.metadata.append(MetadataPair(key: key, value: text)) }
        }
        return activity ?? PushedActivity.raw(.other)
    }
}
