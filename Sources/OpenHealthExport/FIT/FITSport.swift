// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The sports of FIT.
enum FITSport {
    /// Returns the number of the sport of an activity; 0, generic, for those that FIT does not have.
    static func number(_ activity: HKWorkoutActivityType) -> Int64 { numbers[activity] ?? 0 }

    private static let numbers: [HKWorkoutActivityType: Int64] = [
        .running: 1, .cycling: 2, .handCycling: 2, .elliptical: 4, .swimming: 5, .basketball: 6, .soccer: 7,
        .tennis: 8, .americanFootball: 9, .functionalStrengthTraining: 10, .traditionalStrengthTraining: 10,
        .coreTraining: 10, .crossTraining: 10, .flexibility: 10, .yoga: 10, .pilates: 10, .mixedCardio: 10,
        .cardioDance: 10, .jumpRope: 10, .stepTraining: 10, .walking: 11, .crossCountrySkiing: 12,
        .downhillSkiing: 13, .snowboarding: 14, .rowing: 15, .hiking: 17, .paddleSports: 19, .golf: 25,
        .equestrianSports: 27, .climbing: 31, .skatingSports: 33, .surfingSports: 38, .boxing: 47, .kickboxing: 47,
        .stairs: 48, .stairClimbing: 48, .underwaterDiving: 53, .highIntensityIntervalTraining: 62, .badminton: 64,
        .tableTennis: 64, .squash: 64, .racquetball: 64, .pickleball: 64, .mindAndBody: 67, .cricket: 71, .rugby: 72,
        .hockey: 73, .lacrosse: 74, .volleyball: 75,
    ]
}
