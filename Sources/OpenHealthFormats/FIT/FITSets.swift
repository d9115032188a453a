// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The sets of a strength training in a FIT file, which are segments of the workout. Rests between them are none.
struct FITSets {
    private struct StrengthSet {
        var index: Int64?
        var start: Double
        var duration: Double
        var repetitions: Int64?
        /// The weight in kilograms.
        var weight: Double?
        var exercise: String?

        /// The metadata of the segment.
        var metadata: [MetadataPair] {
            [
                repetitions.map { MetadataPair(key: MetadataPair.repetitionsKey, value: "\($0)") },
                weight.map { MetadataPair(key: MetadataPair.weightKey, value: "\(FITActivityParts.text($0)) kg") },
                exercise.map { MetadataPair(key: MetadataPair.exerciseKey, value: $0) },
            ].compactMap(\.self)
        }
    }

    private var sets: [StrengthSet] = []
    /// The number of sets without a start or with an impossible duration.
    private(set) var undated = 0
    /// The index of the last set by its start.
    private var setAt: [Double: Int] = [:]

    /// The maximum duration of a set in seconds. Longer ones are errors of devices.
    private static let longest = 86_400.0

    /// Takes a message with a set. Some devices write a set a second time when the person corrects it.
    mutating func take(_ message: FITMessage) {
        let repetitions = message.integer(of: 3).flatMap { $0 > 0 ? $0 : nil }
        // 1 is an active set, and 0 a rest.
        guard message.integer(of: 5) ?? (repetitions == nil ? 0 : 1) == 1 else { return }
        let stated = message.value(of: 0, scale: 1000)
        // The number of the time of the message is 254 here, and that of its index is 10.
        let written = message.date(of: 254)
        guard let start = message.date(of: 6) ?? written.map({ $0 - (stated ?? 0) }) else { return undated += 1 }
        let duration = stated ?? written.map { max(0, $0 - start) } ?? 0
        guard (0...Self.longest).contains(duration) else { return undated += 1 }
        var set = StrengthSet(
            index: message.integer(of: 10), start: start, duration: duration, repetitions: repetitions,
            weight: message.value(of: 4, scale: 16).flatMap { $0 > 0 ? $0 : nil }, exercise: Self.exercise(message))
        guard let known = setAt[start],
            FITActivityParts.isSame(sets[known].index, set.index) ?? (sets[known].duration == duration)
        else {
            setAt[start] = sets.count
            return sets.append(set)
        }
        set.repetitions = set.repetitions ?? sets[known].repetitions
        set.weight = set.weight ?? sets[known].weight
        set.exercise = set.exercise ?? sets[known].exercise
        sets[known] = set
    }

    /// Returns the segments of the sets of a workout. What is outside of the workout is cut off.
    /// - Parameter part: Returns the part of a period that belongs to the workout; nil if it is another one's.
    func segments(part: (_ start: Double, _ end: Double) -> (start: Double, end: Double)?) -> [WorkoutEventData] {
        sets.compactMap { set in
            guard let part = part(set.start, set.start + set.duration) else { return nil }
            return WorkoutEventData(
                type: "HKWorkoutEventTypeSegment", date: part.start, duration: part.end - part.start,
                metadata: set.metadata)
        }
    }

    /// Returns the number of sets outside of all workouts.
    func count(outside isOutside: (_ start: Double, _ end: Double) -> Bool) -> Int {
        sets.count { isOutside($0.start, $0.start + $0.duration) }
    }

    /// Returns the name of the exercise of a set; nil if the device has not recognised it.
    private static func exercise(_ message: FITMessage) -> String? {
        guard let field = message.field(7) else { return nil }
        for index in 0..<message.count(field) {
            if let number = message.integer(field, index), let name = exercises[number] { return name }
        }
        return nil
    }

    /// The categories of exercises by their numbers.
    private static let exercises: [Int64: String] = [
        0: "bench press", 1: "calf raise", 2: "cardio", 3: "carry", 4: "chop", 5: "core", 6: "crunch", 7: "curl",
        8: "deadlift", 9: "flye", 10: "hip raise", 11: "hip stability", 12: "hip swing", 13: "hyperextension",
        14: "lateral raise", 15: "leg curl", 16: "leg raise", 17: "lunge", 18: "olympic lift", 19: "plank",
        20: "plyo", 21: "pull up", 22: "push up", 23: "row", 24: "shoulder press", 25: "shoulder stability",
        26: "shrug", 27: "sit up", 28: "squat", 29: "total body", 30: "triceps extension", 31: "warm up", 32: "run",
        33: "bike", 35: "move", 36: "pose", 37: "banded exercises", 38: "battle rope", 39: "elliptical",
        40: "floor climb", 41: "indoor bike", 42: "indoor row", 43: "ladder", 44: "sandbag", 45: "sled",
        46: "sledge hammer", 47: "stair stepper", 49: "suspension", 50: "tire", 52: "indoor run", 53: "outdoor bike",
    ]
}
