// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics

/// An activity of a generated person, from which all files about it are written.
struct DemoActivity {
    /// A sport with its names in the formats.
    struct Sport {
        /// The numbers of the sport and its kind in FIT.
        let (number, sub): (UInt64, UInt64)
        /// The case of HealthKit.
        let activity: String
        /// The names in TCX, GPX and Garmin's summaries.
        let (tcx, gpx, garmin): (String, String, String)
        /// The names in Strava's table, in English and German.
        let (english, german): (String, String)
        /// Metres per second.
        let speed: Double
        let isOutdoors: Bool
        /// The type of the distance in HealthKit.
        let distance: HKQuantityTypeIdentifier
    }

    /// A moment of the activity.
    struct Point {
        /// The time, in seconds since 1970.
        let time: Int
        let heartRate: Int
        /// The degrees, if the activity is outdoors.
        let latitude: Double
        let longitude: Double
        /// The metres since the start.
        let distance: Double
    }

    /// One of the equal parts of a day.
    struct Part: Hashable {
        let index: Int
        let count: Int
    }

    let index: Int
    let sport: Sport
    /// The start, in seconds since 1970.
    let start: Int
    /// The seconds with and without the pause.
    let (elapsed, timer): (Int, Int)
    /// The seconds from the start to the pause; nil without one.
    let pause: Int?
    /// The metres and kilocalories.
    let (distance, energy): (Int, Int)
    let name: String
    let points: [Point]

    /// The offset of the person's clock in seconds east of UTC.
    static let offset = 7200
    /// The seconds between points.
    static let interval = 10

    static let sports: [Sport] = [
        Sport(
            number: 1, sub: 0, activity: "Running", tcx: "Running", gpx: "running", garmin: "running", english: "Run",
            german: "Lauf", speed: 3, isOutdoors: true, distance: .distanceWalkingRunning),
        Sport(
            number: 2, sub: 0, activity: "Cycling", tcx: "Biking", gpx: "cycling", garmin: "road_biking",
            english: "Ride",
            german: "Radfahrt", speed: 7, isOutdoors: true, distance: .distanceCycling),
        Sport(
            number: 11, sub: 0, activity: "Walking", tcx: "Other", gpx: "walking", garmin: "walking", english: "Walk",
            german: "Spaziergang", speed: 1.5, isOutdoors: true, distance: .distanceWalkingRunning),
        Sport(
            number: 15, sub: 14, activity: "Rowing", tcx: "Other", gpx: "rowing", garmin: "indoor_rowing",
            english: "Rowing",
            german: "Rudern", speed: 2.5, isOutdoors: false, distance: .distanceRowing),
        Sport(
            number: 17, sub: 0, activity: "Hiking", tcx: "Other", gpx: "hiking", garmin: "hiking", english: "Hike",
            german: "Wanderung", speed: 1.25, isOutdoors: true, distance: .distanceWalkingRunning),
    ]

    /// - Parameters:
    ///   - day: The number of the day since 1970.
    ///   - part: The part of the day in which the activity is, of several; nil if it is the only one of the day.
    ///   - canPause: Whether the activity can have a pause.
    init(_ index: Int, seed: UInt64, day: Int, part: Part?, canPause: Bool) {
        var random = SeededGenerator(seed: seed, stream: 41, index: UInt64(index))
        let sport = Self.sports[index % Self.sports.count]
        self.index = index
        self.sport = sport
        let moment = random.below(36_000)
        if let part {
            let length = 86_400 / part.count
            // An activity is shorter than 3,700 seconds.
            start = day * 86_400 + part.index * length + moment % max(1, length - 3700)
        } else {
            start = day * 86_400 + 5 * 3600 + moment
        }
        timer = (120 + random.below(240)) * Self.interval
        let pause = canPause && index % 4 == 1 ? timer / 20 * Self.interval : nil
        self.pause = pause
        elapsed = timer + (pause == nil ? 0 : 95)
        distance = Int((Double(timer) * sport.speed * random.number(0.9, 1.1)).rounded())
        energy = timer / 60 * (8 + random.below(5))
        let times = ["Morning", "Lunch", "Evening", "Long", "Easy"]
        // Names have what tables and documents must quote.
        name = "\(times[random.below(times.count)]) \(sport.english), no. \(index) \"äöü\" 東京"
        let (latitude, west) = (random.number(40, 55), random.number(-10, 30))
        let degree = 111_195.08 * cos(latitude * .pi / 180)
        var points: [Point] = []
        for second in stride(from: 0, through: timer, by: Self.interval) {
            let metres = Double(distance) * Double(second) / Double(timer)
            let isAfterPause = pause.map { second > $0 } ?? false
            points.append(
                Point(
                    time: start + second + (isAfterPause ? 95 : 0), heartRate: 100 + random.below(70),
                    latitude: latitude,
                    longitude: west + metres / degree, distance: metres))
        }
        self.points = points
    }

    /// The average, least and greatest heart rate.
    var rates: (average: Int, minimum: Int, maximum: Int) {
        let all = points.map(\.heartRate)
        return (all.reduce(0, +) / max(all.count, 1), all.min() ?? 0, all.max() ?? 0)
    }
}
