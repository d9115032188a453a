// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// A workout with its times and amounts.
struct DemoWorkout {
    /// The kind of activity.
    enum Kind {
        case running
        case cycling
        case strength
        case swimming
        case yoga
        case triathlon

        var name: String {
            switch self {
            case .running: "Running"
            case .cycling: "Cycling"
            case .strength: "TraditionalStrengthTraining"
            case .swimming: "Swimming"
            case .yoga: "Yoga"
            case .triathlon: "SwimBikeRun"
            }
        }

        var distanceType: String? {
            switch self {
            case .running: "HKQuantityTypeIdentifierDistanceWalkingRunning"
            case .cycling, .triathlon: "HKQuantityTypeIdentifierDistanceCycling"
            case .swimming: "HKQuantityTypeIdentifierDistanceSwimming"
            case .strength, .yoga: nil
            }
        }

        /// The range of the average heart rate.
        var rates: ClosedRange<Double> {
            switch self {
            case .running: 142...162
            case .cycling, .triathlon: 128...148
            case .swimming: 122...140
            case .strength: 104...122
            case .yoga: 78...90
            }
        }

        /// The range of the average speed in kilometers per hour.
        var speed: ClosedRange<Double> {
            switch self {
            case .running: 8...13
            case .cycling: 16...29
            case .swimming: 1.8...3.4
            case .triathlon: 11...19
            case .strength, .yoga: 0...0
            }
        }
    }

    let day: Int
    let kind: Kind
    let start: Int64
    /// The time from start to end in seconds, including the pause.
    let elapsed: Int
    /// The length of the pause in seconds, which begins after a third of the time.
    let pause: Int
    let energy: Double
    let distance: Double
    let averageRate: Double
    let effort: Double

    /// Creates the workout of a day; returns nil on two of five days.
    init?(day: Int, seed: UInt64, calendar: DemoCalendar) {
        let kinds: [Int: Kind] = [0: .running, 2: .strength, 4: .cycling, 5: .swimming, 7: .running, 9: .yoga]
        guard let usual = kinds[day % 10] else { return nil }
        self.day = day
        kind = usual == .yoga && day % 20 == 19 ? .triathlon : usual
        var generator = SeededGenerator(seed: seed, stream: 3002, index: UInt64(day))
        start = calendar.midnight(day) + 61_200 + Int64(generator.below(5400))
        pause = kind == .running || kind == .cycling ? 30 + generator.below(200) : 0
        elapsed = 1500 + generator.below(3600) + pause
        let hours = Double(elapsed - pause) / 3600
        energy = hours * generator.number(280, 680)
        distance = hours * generator.number(kind.speed.lowerBound, kind.speed.upperBound)
        averageRate = generator.number(kind.rates.lowerBound, kind.rates.upperBound)
        effort = Double(1 + generator.below(9))
    }

    var end: Int64 { start + Int64(elapsed) }
    var pauseStart: Int64 { start + Int64(elapsed / 3) }
    /// The duration in minutes, without the pause.
    var minutes: Double { Double(elapsed - pause) / 60 }
    var hasRoute: Bool { kind == .running || kind == .cycling }
    var isFromWatch: Bool { kind != .yoga }

    /// The type of the effort record of the workout.
    var effortType: String? {
        switch kind {
        case .running, .cycling: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore"
        case .strength: "HKQuantityTypeIdentifierWorkoutEffortScore"
        case .swimming, .yoga, .triathlon: nil
        }
    }

    /// Returns the path of the route in the export, named after the wall clock time at the end.
    func routePath(_ plan: DemoPlan) -> String {
        let local = plan.calendar.local(end, day: day)
        let date = CivilDay.date(Int(local / 86_400))
        let minute = Int(local % 86_400) / 60
        let hour = minute / 60
        return "workout-routes/route_\(date.year)-\(DemoCalendar.pad(date.month))-\(DemoCalendar.pad(date.day))_"
            + "\((hour + 11) % 12 + 1).\(DemoCalendar.pad(minute % 60))\(hour < 12 ? "am" : "pm").gpx"
    }

    /// Returns the metadata, which phones write twice.
    func metadata(_ plan: DemoPlan) -> [MetadataPair] {
        var pairs = [MetadataPair(key: "HKTimeZone", value: plan.calendar.zoneName(day))]
        switch kind {
        case .running, .cycling:
            pairs += [
                MetadataPair(key: "HKIndoorWorkout", value: "0"),
                MetadataPair(key: "HKWeatherTemperature", value: "\(40 + day % 40) degF"),
                MetadataPair(key: "HKWeatherHumidity", value: "\(40 + day % 55)00 %"),
                MetadataPair(key: "HKElevationAscended", value: "\(day % 17 * 418) cm"),
                MetadataPair(key: "HKAverageMETs", value: "9.2 kcal/hr·kg"),
            ]
        case .swimming:
            pairs += [
                MetadataPair(key: "HKSwimmingLocationType", value: "1"),
                MetadataPair(key: "HKLapLength", value: "25 m"),
            ]
        case .strength, .triathlon:
            pairs += [MetadataPair(key: "HKIndoorWorkout", value: kind == .strength ? "1" : "0")]
        case .yoga:
            pairs += [MetadataPair(key: "HKMetadataKeySyncIdentifier", value: "calm-\(day)")]
        }
        return pairs
    }
}
