// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HealthAutoExportReader {
    /// Reads a workout of either version of the format.
    mutating func readWorkout(_ point: HealthAutoExportPoint) {
        guard let name = point.text("name"), var reading = reading(point), builder.check(reading) else {
            if point.text("name") == nil { builder.refuse("it has no name", at: point.pointer) }
            return
        }
        reading.index = nil
        reading.place = point.pointer
        let activity = Self.activity(name)
        if activity == nil {
            reading.source.missing = (reading.source.missing ?? []).union(.value)
            builder.warn(
                "the name of the workout is unknown; it is kept as written",
                remedy: "set the app's language to English",
                at: point.pointer + "/name")
        }
        let duration = point.number("duration").flatMap { $0 >= 0 ? $0 : nil }
        var workout = WorkoutData(
            activityType: activity ?? name.limited(to: 200), sample: builder.sampleData(reading),
            duration: duration ?? reading.end - reading.start)
        addFacts(point, name: name, to: &workout)
        addFigures(point, to: &workout)
        addActivities(point, to: &workout)
        addSegments(point, to: &workout)
        if let route = route(point, reading) { workout.routes = [route] }
        builder.add(.workout(workout), uuid: reading.uuid, at: point.pointer)
        readSeries(point, activity: workout.activityType)
    }

    // MARK: Routes

    private mutating func route(_ workout: HealthAutoExportPoint, _ reading: PushBuilder.Reading) -> WorkoutRouteData? {
        guard let values = workout["route"]?.array, !values.isEmpty else { return nil }
        var points: [RoutePoint] = []
        points.reserveCapacity(values.count)
        let times = (reading.start - 86_400)...(reading.end + 86_400)
        for (index, value) in values.enumerated() {
            guard let point = HealthAutoExportPoint(value, place: "\(workout.pointer)/route", index: index),
                let time = point.date("timestamp", "date"), time.isFinite,
                let latitude = point.number("latitude", "lat"), latitude.magnitude <= 90,
                let longitude = point.number("longitude", "lon"), longitude.magnitude <= 180, times.contains(time)
            else {
                builder.refuse(
                    "the point has no time during the workout, latitude or longitude",
                    at: "\(workout.pointer)/route/\(index)")
                continue
            }
            var place = RoutePoint(
                time: time, latitude: latitude, longitude: longitude, altitude: point.number("altitude") ?? .nan,
                speed: point.number("speed") ?? .nan, course: point.number("course") ?? .nan,
                horizontalAccuracy: point.number("horizontalAccuracy") ?? .nan,
                verticalAccuracy: point.number("verticalAccuracy") ?? .nan)
            checkKinds(point, numbers: ["speed"])
            place.courseAccuracy = point.number("courseAccuracy")
            place.speedAccuracy = point.number("speedAccuracy")
            points.append(place)
        }
        points.sort { $0.time < $1.time }
        guard let first = points.first, let last = points.last else { return nil }
        var sample = reading
        (sample.start, sample.end, sample.metadata) = (first.time, last.time, [])
        return WorkoutRouteData(sample: builder.sampleData(sample), points: points)
    }

    // MARK: Names

    private static let activityWords: [String: String] = [
        "run": "Running", "walk": "Walking", "cycle": "Cycling", "bike": "Cycling", "swim": "Swimming",
        "poolswim": "Swimming", "openwaterswim": "Swimming", "hike": "Hiking", "row": "Rowing", "rower": "Rowing",
        "hiit": "HighIntensityIntervalTraining", "strengthtraining": "TraditionalStrengthTraining",
        "stairstepper": "StairClimbing", "multisport": "SwimBikeRun", "dive": "UnderwaterDiving",
        "wheelchairwalk": "WheelchairWalkPace", "wheelchairrun": "WheelchairRunPace", "skating": "SkatingSports",
        "climb": "Climbing", "mixedcardio": "MixedCardio", "dancing": "CardioDance", "football": "AmericanFootball",
        "surfing": "SurfingSports", "handcycle": "HandCycling", "snowboard": "Snowboarding",
    ]

    /// Returns the name of the case of an activity that is named in English; nil for other names.
    static func activity(_ name: String) -> String? {
        guard name.canBeKnown else { return nil }
        var plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        for prefix in ["indoor", "outdoor"] where plain.hasPrefix(prefix) && plain != prefix {
            plain = String(plain.dropFirst(prefix.count))
        }
        let wanted = "hkworkoutactivitytype" + (activityWords[plain]?.lowercased() ?? plain)
        return activities[wanted]
    }

    private static let activities: [String: String] = {
        var names: [String: String] = [:]
        for raw in HealthEnums.allowedValues(ofEnum: "HKWorkoutActivityType") {
            if let name = HealthEnums.caseName(ofEnum: "HKWorkoutActivityType", rawValue: raw) {
                names[name.lowercased()] = name
            }
        }
        return names
    }()
}
