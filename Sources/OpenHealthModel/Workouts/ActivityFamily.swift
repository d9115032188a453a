// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The families of activities. Apps name one session differently within a family: a hike is a walk for some.
package enum ActivityFamily: Hashable {
    case onFoot, cycling, swimming, boats, snow, skating, gym, mind, dance, combat, rackets, teams
    /// An activity that is related to no other one.
    case single(UInt)

    /// The relation of two activities.
    package enum Relation {
        /// The activities are equal.
        case same
        /// The activities are of one family, or one is a part of the other.
        case related
        /// One of them is not specified.
        case unspecified
        case different
    }

    /// Returns the relation of two activities.
    package static func relation(_ a: HKWorkoutActivityType, _ b: HKWorkoutActivityType) -> Relation {
        if a == b { return .same }
        if isUnspecified(a) || isUnspecified(b) { return .unspecified }
        let (first, second) = (family(of: a), family(of: b))
        if first == second { return .related }
        // A triathlon contains the three sports, and the transitions between them.
        let parts: Set<ActivityFamily> = [
            .onFoot, .cycling, .swimming, .single(HKWorkoutActivityType.transition.rawValue),
        ]
        if a == .swimBikeRun, parts.contains(second) { return .related }
        if b == .swimBikeRun, parts.contains(first) { return .related }
        return .different
    }

    private static func isUnspecified(_ activity: HKWorkoutActivityType) -> Bool {
        activity == .other || activity == .mixedCardio
    }

    private static func family(of activity: HKWorkoutActivityType) -> ActivityFamily {
        switch activity {
        case .running, .walking, .hiking, .trackAndField, .wheelchairWalkPace, .wheelchairRunPace: .onFoot
        case .cycling, .handCycling: .cycling
        case .swimming, .waterFitness: .swimming
        case .rowing, .paddleSports, .sailing, .surfingSports, .waterSports: .boats
        case .crossCountrySkiing, .downhillSkiing, .snowboarding, .snowSports: .snow
        case .skatingSports, .hockey: .skating
        case .functionalStrengthTraining, .traditionalStrengthTraining, .coreTraining, .crossTraining,
            .highIntensityIntervalTraining, .elliptical, .stairClimbing, .stairs, .stepTraining, .jumpRope, .gymnastics:
            .gym
        case .yoga, .pilates, .barre, .flexibility, .mindAndBody, .taiChi, .preparationAndRecovery, .cooldown: .mind
        case .cardioDance, .socialDance: .dance
        case .boxing, .kickboxing, .martialArts, .wrestling, .fencing: .combat
        case .tennis, .tableTennis, .badminton, .squash, .racquetball, .pickleball: .rackets
        case .soccer, .basketball, .handball, .volleyball, .rugby, .americanFootball, .australianFootball, .lacrosse:
            .teams
        default: .single(activity.rawValue)
        }
    }
}
