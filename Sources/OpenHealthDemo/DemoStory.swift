// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

/// The person's days of an export. The figures of one day agree, and statements can be found in them: more steps since ten
/// weeks before the end, an unusual resting heart rate on the last day, and cycles of 26 to 31 days.
struct DemoStory: Sendable {
    /// The number of days before the end at which the person begins to walk more.
    static let changeDays = 70
    /// The difference of the resting heart rate of the last day.
    static let outlier = 17.0
    /// The seed of the person who stays at home; others move to another continent.
    static let homeSeed: UInt64 = 1

    private static let prefix = "HKQuantityTypeIdentifier"

    /// The types whose values depend on the day.
    static let changed = Set(
        [
            "DistanceWalkingRunning", "ActiveEnergyBurned", "RestingHeartRate", "WalkingHeartRateAverage", "VO2Max",
            "BodyMass", "BodyFatPercentage", "LeanBodyMass", "BodyMassIndex", "BloodPressureSystolic",
            "BloodPressureDiastolic",
        ].map { prefix + $0 })
    /// The types whose records depend on the workout of their day.
    static let adjusted = Set(["HeartRate", "ActiveEnergyBurned", "AppleExerciseTime"].map { prefix + $0 })

    let seed: UInt64
    /// The number of days without appended ones.
    let baseDays: Int
    /// The first day of the cycle that contains each day.
    private let cycleStarts: [Int]

    /// - Parameter count: The number of days, including appended ones.
    init(seed: UInt64, baseDays: Int, count: Int) {
        self.seed = seed
        self.baseDays = baseDays
        var generator = SeededGenerator(seed: seed, stream: 3020, index: 0)
        var starts: [Int] = []
        var start = 0
        while starts.count < count {
            let length = 26 + generator.below(6)
            starts += Array(repeating: start, count: length)
            start += length
        }
        cycleStarts = starts
    }

    /// Returns the day of the cycle, where 0 is the first.
    func cycleDay(_ day: Int) -> Int { day - cycleStarts[day] }

    /// Returns how much the person moves on a day, relative to the usual: more on weekdays, and by a quarter more since the change.
    func activity(_ day: Int) -> Double {
        var generator = SeededGenerator(seed: seed, stream: 3030, index: UInt64(day))
        let usual = generator.number(0.84, 1.16) * (day % 7 == 6 ? 0.9 : 1.02)
        guard baseDays >= 3 * Self.changeDays else { return usual }
        return usual * (day < baseDays - Self.changeDays ? 0.9 : 1.13)
    }

    /// Returns a value of a type on a day from one of the type's whole range.
    func value(_ type: String, _ day: Int, _ number: Double) -> Double {
        func near(_ middle: Double, _ from: Double, _ share: Double) -> Double { middle + (number - from) * share }
        switch type.dropFirst(Self.prefix.count) {
        case "DistanceWalkingRunning": return number * 0.3 * activity(day)
        case "ActiveEnergyBurned": return number * 0.4
        case "RestingHeartRate":
            return near(57, 57, 0.35).rounded() + (day == baseDays - 1 ? Self.outlier : 0)
        case "WalkingHeartRateAverage": return near(98, 102, 0.3)
        case "VO2Max": return near(41, 43, 0.12)
        case "BodyMass": return (near(66.4, 66.5, 0.25) * 10).rounded() / 10
        case "BodyFatPercentage": return near(0.23, 0.23, 0.2)
        case "LeanBodyMass": return near(50, 50, 0.2)
        case "BodyMassIndex": return near(22.4, 22.2, 0.2)
        case "BloodPressureSystolic": return near(122, 123, 0.5).rounded()
        case "BloodPressureDiastolic": return near(78, 77, 0.5).rounded()
        default: return number
        }
    }

    /// Returns the heart rate at a moment of a workout: it rises at the start, and varies around the average afterwards.
    func rate(_ workout: DemoWorkout, at time: Int64, _ generator: inout SeededGenerator) -> Double {
        let part = Double(time - workout.start) / Double(max(1, workout.elapsed))
        let warm = part < 0.15 ? 25 * (1 - part / 0.15) : 0
        return (workout.averageRate + 3 - warm + generator.number(-7, 7)).rounded()
    }
}
