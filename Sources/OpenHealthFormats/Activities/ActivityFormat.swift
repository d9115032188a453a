// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A format of files with workouts or readings of devices, one of many in a folder or archive.
///
/// A format is a folder with a type of this protocol, and an entry in ``ActivityFormats``.
protocol ActivityFormat: Sendable {
    /// The name in receipts and diagnostics: `fit`.
    static var name: String { get }
    /// The suffix of names of such files, with a dot. Files are recognised by their content; one with the suffix and other content is reported.
    static var suffix: String { get }
    /// Returns whether a file is of the format.
    /// - Parameter head: The first bytes of the file, in UTF-8 if it is XML.
    static func matches(_ head: UnsafeRawBufferPointer) -> Bool
    /// Reads a file.
    /// - Parameters:
    ///   - bytes: The whole file, in UTF-8 if it is XML.
    ///   - builder: The builder of the batches, which also receives the problems of the file.
    /// - Throws: A ``FormatError`` if the file must not be read.
    static func read(_ bytes: UnsafeRawBufferPointer, into builder: ActivityBuilder) throws
}

/// A point of a workout: a place and readings at a time. Unknown values are NaN.
struct ActivityPoint {
    /// The time, in seconds since 1970.
    var time: Double
    /// The latitude and longitude in degrees.
    var latitude = Double.nan
    var longitude = Double.nan
    /// The altitude in metres.
    var altitude = Double.nan
    /// The heart rate per minute.
    var heartRate = Double.nan
    /// The power in watts.
    var power = Double.nan
    /// The revolutions or strides per minute.
    var cadence = Double.nan
    /// The speed in metres per second.
    var speed = Double.nan
    /// The distance since the start in metres.
    var distance = Double.nan
    /// The vertical oscillation of a run in centimetres, the time of contact with the ground in milliseconds, and the length of a step in
    /// metres.
    var oscillation = Double.nan
    var contactTime = Double.nan
    var stepLength = Double.nan
    /// The breaths per minute.
    var respiration = Double.nan
    /// The course in degrees, and the uncertainties in metres.
    var course = Double.nan
    var horizontalAccuracy = Double.nan
    var verticalAccuracy = Double.nan

    init(time: Double) {
        self.time = time
    }

    /// Whether the point has a place. Devices without a fix write a latitude and longitude of 0.
    var hasPlace: Bool {
        latitude.magnitude <= 90 && longitude.magnitude <= 180 && (latitude != 0 || longitude != 0)
    }

    /// The point of a route.
    var routePoint: RoutePoint {
        RoutePoint(
            time: time, latitude: latitude, longitude: longitude, altitude: altitude, speed: speed, course: course,
            horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy)
    }
}

/// The kind of a workout.
struct ActivityKind: Equatable {
    var activity: HKWorkoutActivityType
    /// The name that the file gives to a kind that is unknown.
    var written: String?

    init(_ activity: HKWorkoutActivityType) {
        self.activity = activity
    }

    /// Creates a kind from a name, such as `Running`, `Biking` or `trail_running`.
    init(named name: String) {
        let lower = name.lowercased()
        // Garmin ends names of winter sports with ws, and newer kinds with v2.
        let ending = ["_ws", "_v2"].first { lower.hasSuffix($0) } ?? ""
        let plain = String(lower.dropLast(ending.count)).filter(\.isLetter)
        if let activity = Self.short[plain] {
            self.init(activity)
        } else if let known = PushedActivity.named(plain), let raw = HealthEnums.rawValue(ofCase: known),
            let activity = HKWorkoutActivityType(rawValue: UInt(exactly: raw) ?? 0)
        {
            self.init(activity)
        } else {
            self.init(.other)
            let isOther = name.isEmpty || ["other", "generic", "unknown"].contains(name.lowercased())
            if !isOther { written = name.limited(to: 100) }
        }
    }

    /// The short names that programs write beside those of HealthKit.
    private static let short: [String: HKWorkoutActivityType] = [
        "run": .running, "virtualrun": .running, "trailrun": .running, "jog": .running, "jogging": .running,
        "ride": .cycling, "virtualride": .cycling, "bike": .cycling, "roadbiking": .cycling, "roadcycling": .cycling,
        "gravelride": .cycling, "mountainbikeride": .cycling, "ebikeride": .cycling, "walk": .walking, "hike": .hiking,
        "swim": .swimming, "lapswimming": .swimming, "row": .rowing, "nordicski": .crossCountrySkiing,
        "alpineski": .downhillSkiing, "snowboard": .snowboarding, "inlineskate": .skatingSports,
        "iceskate": .skatingSports, "kayak": .paddleSports, "weighttraining": .traditionalStrengthTraining,
        "streetrunning": .running, "trackrunning": .running, "treadmillrunning": .running, "indoorrunning": .running,
        "indoorrun": .running, "outdoorrun": .running, "outdoorrunning": .running, "ultrarun": .running,
        "obstaclerun": .running, "mtb": .cycling, "mountainbike": .cycling, "roadbike": .cycling, "racebike": .cycling,
        "touringbicycle": .cycling, "gravelcycling": .cycling, "cyclocross": .cycling, "trackcycling": .cycling,
        "recumbentcycling": .cycling, "downhillbiking": .cycling, "bmx": .cycling, "ebikefitness": .cycling,
        "ebikemountain": .cycling, "emountainbikeride": .cycling, "outdoorcycling": .cycling,
        "outdoorcycle": .cycling, "indoorcycle": .cycling, "handcycle": .handCycling, "casualwalking": .walking,
        "speedwalking": .walking, "nordicwalking": .walking, "indoorwalking": .walking, "indoorwalk": .walking,
        "outdoorwalking": .walking, "outdoorwalk": .walking, "rucking": .hiking, "openwaterswim": .swimming,
        "poolswim": .swimming, "virtualrow": .rowing, "canoe": .paddleSports, "standuppaddling": .paddleSports,
        "standuppaddleboarding": .paddleSports, "whitewaterraftingkayaking": .paddleSports,
        "backcountryski": .crossCountrySkiing, "backcountryskiing": .crossCountrySkiing,
        "skateskiing": .crossCountrySkiing, "resortskiing": .downhillSkiing,
        "resortskiingsnowboarding": .downhillSkiing, "resortsnowboarding": .snowboarding,
        "backcountrysnowboarding": .snowboarding, "snowshoe": .snowSports, "surf": .surfingSports,
        "kitesurf": .surfingSports, "kiteboarding": .surfingSports, "windsurf": .surfingSports,
        "windsurfing": .surfingSports, "windkitesurfing": .surfingSports, "sail": .sailing,
        "bouldering": .climbing, "indoorclimbing": .climbing, "floorclimbing": .stairs, "stairstepper": .stairClimbing,
        "indoorcardio": .mixedCardio, "cardiotraining": .mixedCardio, "crossfit": .crossTraining,
        "breathwork": .mindAndBody, "rockclimb": .climbing, "footballsoccer": .soccer,
        "classicnordicski": .crossCountrySkiing, "skatenordicski": .crossCountrySkiing,
        "rollerski": .crossCountrySkiing, "physicaltherapy": .preparationAndRecovery, "virtualcycling": .cycling,
        "velomobile": .cycling,
        "longride": .cycling, "virtualrowing": .rowing, "skateboard": .skatingSports, "padel": .racquetball,
        "standuppaddle": .paddleSports, "standuppaddleboard": .paddleSports, "dance": .cardioDance,
    ]

    /// The name of the kind in exports.
    var exportName: String { written ?? PushedActivity.raw(activity) }

    /// The types of power, cadence and speed; nil if HealthKit has none for the kind.
    var power: HKQuantityTypeIdentifier? { WorkoutSeries.power(of: activity) }
    var cadence: HKQuantityTypeIdentifier? { WorkoutSeries.cadence(of: activity) }
    var speed: HKQuantityTypeIdentifier? { WorkoutSeries.speed(of: activity) }
}

/// A workout of a file of any format.
struct ActivityWorkout {
    /// Heart rates per minute.
    struct HeartRates: Equatable {
        var average: Double?
        var minimum: Double?
        var maximum: Double?
    }

    var kind: ActivityKind
    /// The start and the end, in seconds since 1970.
    var start: Double
    var end: Double
    /// The duration in seconds without pauses.
    var duration: Double
    /// The distance in metres.
    var distance: Double?
    /// Whether the distance is the length of the route, and the file states none.
    var isDistanceOfRoute = false
    /// The active energy in kilocalories.
    var energy: Double?
    /// The number of strokes of a swim.
    var strokes: Double?
    /// The strokes of the lengths of a pool.
    var strokesOfLengths: [(start: Double, end: Double, strokes: Double)] = []
    /// The heart rates that the file states; missing ones are those of the points.
    var heartRates = HeartRates()
    /// The other averages that the file states, in the canonical units of their types.
    var averages: [HKQuantityTypeIdentifier: Double] = [:]
    var metadata: [MetadataPair] = []
    var events: [WorkoutEventData] = []
    var points: ArraySlice<ActivityPoint> = []
    /// Whether the workout has no file, but a summary in the document of an account, and what identifies it there.
    var isSummary = false
    var identity: String?
    /// Whether the file states no totals, so that they are those of the points.
    var isWithoutTotals = false
    /// Whether the file states the totals of the whole activity, which hold even if the file is cut off after them.
    var hasTotalsOfWhole = false

    init(kind: ActivityKind, start: Double, end: Double, duration: Double) {
        self.kind = kind
        self.start = start
        self.end = end
        self.duration = duration
    }

    /// Returns the workout with what it lacks from an earlier version.
    func completed(by earlier: Self) -> Self {
        var workout = self
        if kind == ActivityKind(.other) { workout.kind = earlier.kind }
        workout.distance = distance ?? earlier.distance
        workout.energy = energy ?? earlier.energy
        workout.strokes = strokes ?? earlier.strokes
        workout.heartRates = heartRates.completed(by: earlier.heartRates)
        workout.averages.merge(earlier.averages) { own, _ in own }
        let keys = Set(metadata.map(\.key))
        workout.metadata += earlier.metadata.filter { !keys.contains($0.key) }
        return workout
    }

    /// Adds a pause between two times.
    mutating func addPause(from start: Double, to end: Double?) {
        events.append(WorkoutEventData(type: "HKWorkoutEventTypePause", date: start))
        if let end { events.append(WorkoutEventData(type: "HKWorkoutEventTypeResume", date: end)) }
    }

    /// Adds a lap.
    mutating func addLap(from start: Double, duration: Double, metadata: [MetadataPair] = []) {
        events.append(
            WorkoutEventData(type: "HKWorkoutEventTypeLap", date: start, duration: duration, metadata: metadata))
    }
}
