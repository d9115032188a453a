// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension OpenWearablesReading {
    mutating func readSleep(_ object: PushJSON) {
        guard let reading = reading(object) else { return }
        let name = object.text("stage") ?? ""
        let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        let stage: HKCategoryValueSleepAnalysis? =
            switch name.lowercased() {
            case "in_bed": .inBed
            case "sleeping": .asleepUnspecified
            case "awake": .awake
            case "light": .asleepCore
            case "deep": .asleepDeep
            case "rem": .asleepREM
            default: nil
            }
        if let stage {
            builder.addCategory(type, value: stage.rawValue, reading)
        } else {
            builder.warn("the stage \(name.prefix(50)) is unknown and kept as written", at: object.pointer + "/stage")
            builder.addCategory(type, text: name, reading)
        }
    }

    mutating func readWorkout(_ object: PushJSON) {
        guard var reading = reading(object), builder.check(reading) else { return }
        let name = object["type"]?.metadataText ?? ""
        let activity = builder.activity(
            PushedActivity.named(name), of: object, "workout", named: name, key: "OpenWearablesWorkoutType", &reading)
        var workout = WorkoutData(activityType: activity, sample: builder.sampleData(reading))
        for value in object.list("values") { add(value, to: &workout, reading) }
        for (index, sample) in object.list("samples").enumerated() { add(sample, index, to: &workout, reading) }
        let points = object.list("route").compactMap(Self.point)
        if !points.isEmpty {
            var route = reading
            route.metadata = []
            workout.routes.append(WorkoutRouteData(sample: builder.sampleData(route), points: points))
        }
        builder.add(.workout(workout), uuid: reading.uuid, at: object.pointer)
    }

    // MARK: Figures

    /// Adds a figure of a workout. Figures that HealthKit has no place for become metadata.
    private mutating func add(_ value: PushJSON, to workout: inout WorkoutData, _ reading: PushBuilder.Reading) {
        guard let name = value.text("type"), let number = value.number("value") else {
            return builder.refuse("the figure has no type and value", at: value.pointer)
        }
        let unit = value.text("unit")
        switch name {
        case "duration":
            let seconds = number / (unit == "s" ? 1 : unit == "min" ? 1 / 60 : 1000)
            if seconds >= 0, seconds <= reading.end - reading.start + 1 { workout.duration = seconds }
        case "activeEnergyBurned", "calories":
            statistics(.activeEnergyBurned, "kcal", &workout, reading) { $0.sum = number }
        case "distance": statistics(Self.distance(workout.activityType), "m", &workout, reading) { $0.sum = number }
        case "stepCount": statistics(.stepCount, "count", &workout, reading) { $0.sum = number }
        case "meanHeartRate": statistics(.heartRate, "count/min", &workout, reading) { $0.average = number }
        case "maxHeartRate": statistics(.heartRate, "count/min", &workout, reading) { $0.maximum = number }
        case "minHeartRate": statistics(.heartRate, "count/min", &workout, reading) { $0.minimum = number }
        default:
            let text = unit.map { "\(number) \($0)" } ?? "\(number)"
            workout.sample.metadata.append(MetadataPair(key: String(name.prefix(200)), value: text))
        }
    }

    private func statistics(
        _ type: HKQuantityTypeIdentifier, _ unit: String, _ workout: inout WorkoutData, _ reading: PushBuilder.Reading,
        _ set: (inout WorkoutStatisticsData) -> Void
    ) {
        if let index = workout.statistics.firstIndex(where: { $0.type == type.rawValue }) {
            return set(&workout.statistics[index])
        }
        var new = WorkoutStatisticsData(type: type.rawValue, start: reading.start, end: reading.end, unit: unit)
        set(&new)
        workout.statistics.append(new)
    }

    private static func distance(_ activity: String) -> HKQuantityTypeIdentifier {
        switch activity {
        case PushedActivity.raw(.cycling): .distanceCycling
        case PushedActivity.raw(.swimming): .distanceSwimming
        case PushedActivity.raw(.rowing): .distanceRowing
        case PushedActivity.raw(.crossCountrySkiing): .distanceCrossCountrySkiing
        case PushedActivity.raw(.downhillSkiing), PushedActivity.raw(.snowboarding): .distanceDownhillSnowSports
        default: .distanceWalkingRunning
        }
    }

    // MARK: Samples and routes

    private mutating func add(
        _ sample: PushJSON, _ index: Int, to workout: inout WorkoutData, _ reading: PushBuilder.Reading
    ) {
        let letters = String((sample.text("type") ?? "").lowercased().filter(\.isLetter))
        guard letters == "heartrate", let time = sample.instant("timestamp"), let value = sample.number("value") else {
            return builder.warn("the reading of the workout is unknown and left out", at: sample.pointer)
        }
        let point = PushBuilder.Reading(start: time, end: time, source: reading.source, place: sample.pointer)
        if let row = builder.nestedRow(
            HKQuantityTypeIdentifier.heartRate.rawValue, value: value, unit: "count/min", point)
        {
            workout.records.append(row)
        }
    }

    private static func point(_ point: PushJSON) -> RoutePoint? {
        guard let time = point.instant("timestamp"), let latitude = point.number("latitude"),
            let longitude = point.number("longitude"), latitude.magnitude <= 90, longitude.magnitude <= 180
        else { return nil }
        return RoutePoint(
            time: time, latitude: latitude, longitude: longitude, altitude: point.number("altitudeM") ?? .nan,
            horizontalAccuracy: point.number("horizontalAccuracyM") ?? .nan,
            verticalAccuracy: point.number("verticalAccuracyM") ?? .nan)
    }
}
