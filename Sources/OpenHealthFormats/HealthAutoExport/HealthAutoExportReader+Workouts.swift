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
        reading.metadata += workoutMetadata(point, name: name)
        var workout = WorkoutData(
            activityType: activity ?? String(name.prefix(200)), sample: builder.sampleData(reading),
            duration: point.number("duration") ?? reading.end - reading.start)
        workout.statistics = statistics(point, activity: activity, reading)
        if let route = route(point, reading) { workout.routes = [route] }
        builder.add(.workout(workout), uuid: reading.uuid, at: point.pointer)
        readSeries(point)
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

    // MARK: Properties

    private static let facts: [(keys: [String], metadata: String)] = [
        (["temperature"], HKMetadataKeyWeatherTemperature), (["humidity"], HKMetadataKeyWeatherHumidity),
        (["intensity", "intesity"], HKMetadataKeyAverageMETs), (["avgSpeed"], HKMetadataKeyAverageSpeed),
        (["maxSpeed"], HKMetadataKeyMaximumSpeed), (["elevationUp"], HKMetadataKeyElevationAscended),
        (["elevationDown"], HKMetadataKeyElevationDescended), (["lapLength"], HKMetadataKeyLapLength),
    ]

    private func workoutMetadata(_ point: HealthAutoExportPoint, name: String) -> [MetadataPair] {
        var pairs: [MetadataPair] = []
        let place = (point.text("location") ?? name).lowercased()
        if place.hasPrefix("indoor") { pairs.append(MetadataPair(key: HKMetadataKeyIndoorWorkout, value: "1")) }
        if place.hasPrefix("outdoor") { pairs.append(MetadataPair(key: HKMetadataKeyIndoorWorkout, value: "0")) }
        for fact in Self.facts {
            for key in fact.keys {
                guard case .object = point[key], let number = point[key]?["qty"]?.double,
                    let unit = point[key]?["units"]?.string
                else { continue }
                let spelled = unit == "MET" ? "kcal/(kg*hr)" : Self.unit(unit)
                pairs.append(MetadataPair(key: fact.metadata, value: "\(number) \(spelled)"))
                break
            }
        }
        if let elevation = point["elevation"], let unit = elevation["units"]?.string {
            for (key, metadata) in [
                ("ascent", HKMetadataKeyElevationAscended), ("descent", HKMetadataKeyElevationDescended),
            ] {
                guard let number = elevation[key]?.double else { continue }
                pairs.append(MetadataPair(key: metadata, value: "\(number) \(Self.unit(unit))"))
            }
        }
        return pairs
    }

    private static func unit(_ text: String) -> String {
        HealthTypes.matching("heartRate").map { HealthAutoExportNames.unit(text, of: $0) } ?? text
    }

    private func statistics(
        _ point: HealthAutoExportPoint, activity: String?, _ reading: PushBuilder.Reading
    ) -> [WorkoutStatisticsData] {
        let distance: HKQuantityTypeIdentifier =
            switch activity {
            case "HKWorkoutActivityTypeCycling": .distanceCycling
            case "HKWorkoutActivityTypeSwimming": .distanceSwimming
            case "HKWorkoutActivityTypeDownhillSkiing", "HKWorkoutActivityTypeSnowboarding": .distanceDownhillSnowSports
            default: .distanceWalkingRunning
            }
        let sums: [(keys: [String], type: HKQuantityTypeIdentifier, unit: String)] = [
            (["activeEnergyBurned", "activeEnergy"], .activeEnergyBurned, "kcal"), (["distance"], distance, "km"),
            (["stepCount"], .stepCount, "count"), (["flightsClimbed"], .flightsClimbed, "count"),
            (["totalSwimmingStrokeCount"], .swimmingStrokeCount, "count"),
        ]
        var all: [WorkoutStatisticsData] = []
        for sum in sums {
            for key in sum.keys {
                guard case .object = point[key], let number = point[key]?["qty"]?.double else { continue }
                let unit = point[key]?["units"]?.string.map(Self.unit) ?? sum.unit
                var figures = WorkoutStatisticsData(
                    type: sum.type.rawValue, start: reading.start, end: reading.end, unit: unit)
                figures.sum = number
                all.append(figures)
                break
            }
        }
        if let heart = heartRate(point, reading) { all.append(heart) }
        return all
    }

    private func heartRate(_ point: HealthAutoExportPoint, _ reading: PushBuilder.Reading) -> WorkoutStatisticsData? {
        var figures = WorkoutStatisticsData(
            type: HKQuantityTypeIdentifier.heartRate.rawValue, start: reading.start, end: reading.end, unit: "count/min"
        )
        let series = point["heartRateData"]?.array ?? []
        let averages = series.compactMap { $0["Avg"]?.double ?? $0["qty"]?.double }
        figures.average =
            point.number("avgHeartRate") ?? (averages.isEmpty ? nil : averages.reduce(0, +) / Double(averages.count))
        figures.maximum =
            point.number("maxHeartRate") ?? series.compactMap { $0["Max"]?.double ?? $0["qty"]?.double }.max()
        figures.minimum = series.compactMap { $0["Min"]?.double ?? $0["qty"]?.double }.min()
        return figures.average == nil && figures.maximum == nil ? nil : figures
    }

    // MARK: Series and routes

    private static let series = [
        "activeEnergy", "basalEnergy", "cyclingCadence", "cyclingDistance", "cyclingPower", "cyclingSpeed",
        "swimDistance", "swimStroke", "stepCount", "walkingAndRunningDistance", "heartRateData", "heartRateRecovery",
    ]

    /// Reads the series of a workout, whose elements are figures of short intervals.
    private mutating func readSeries(_ workout: HealthAutoExportPoint) {
        for key in Self.series {
            guard let values = workout[key]?.array, let type = HealthAutoExportNames.type(key) else { continue }
            for (index, value) in values.enumerated() {
                guard let point = HealthAutoExportPoint(value, place: "\(workout.pointer)/\(key)", index: index) else {
                    builder.refuse("expected a JSON object", at: "\(workout.pointer)/\(key)/\(index)")
                    continue
                }
                let unit = HealthAutoExportNames.unit(point.text("units", "unit") ?? "", of: type)
                addFigures(
                    point, type, unit: unit, minimum: point.number("Min"), average: point.number("Avg"),
                    maximum: point.number("Max"), interval: .minutes)
            }
        }
    }

    private mutating func route(_ workout: HealthAutoExportPoint, _ reading: PushBuilder.Reading) -> WorkoutRouteData? {
        guard let values = workout["route"]?.array, !values.isEmpty else { return nil }
        var points: [RoutePoint] = []
        points.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            guard let point = HealthAutoExportPoint(value, place: "\(workout.pointer)/route", index: index),
                let time = point.date("timestamp", "date"), time.isFinite,
                let latitude = point.number("latitude", "lat"), latitude.magnitude <= 90,
                let longitude = point.number("longitude", "lon"), longitude.magnitude <= 180
            else {
                builder.refuse(
                    "the point has no time, latitude or longitude", at: "\(workout.pointer)/route/\(index)")
                continue
            }
            var place = RoutePoint(
                time: time, latitude: latitude, longitude: longitude, altitude: point.number("altitude") ?? .nan,
                speed: point.number("speed") ?? .nan, course: point.number("course") ?? .nan,
                horizontalAccuracy: point.number("horizontalAccuracy") ?? .nan,
                verticalAccuracy: point.number("verticalAccuracy") ?? .nan)
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
}
