// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension OpenWearablesReading {
    mutating func readSleep(_ object: PushJSON) {
        guard var reading = reading(object) else { return }
        reading.session = night(object)
        // The stages of a night are numbered anew in each version of it.
        if reading.session != nil { reading.uuid = nil }
        for value in object.list("values") {
            guard let name = value.text("type"), let number = value["value"]?.metadataText else { continue }
            let unit = value.text("unit").map { " " + $0 } ?? ""
            reading.metadata.append(MetadataPair(key: name.limited(to: 200), value: number + unit))
        }
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
            builder.warn(
                "the stage \(name.limited(to: 50)) is unknown and kept as written", at: object.pointer + "/stage")
            builder.addCategory(type, text: name.limited(to: 200), reading)
        }
    }

    mutating func readWorkout(_ object: PushJSON) {
        guard var reading = reading(object), builder.check(reading) else { return }
        let name = object["type"]?.word ?? ""
        let activity = builder.activity(
            PushedActivity.named(name), of: object, "workout", named: name, key: "OpenWearablesWorkoutType", &reading)
        var workout = WorkoutData(activityType: activity, sample: builder.sampleData(reading))
        for value in object.list("values") { add(value, to: &workout, reading) }
        addSamples(object, to: &workout, reading)
        for lap in object.list("laps") { addEvent(lap, "HKWorkoutEventTypeLap", to: &workout) }
        for segment in object.list("segments") { addEvent(segment, "HKWorkoutEventTypeSegment", to: &workout) }
        let points = object.list("route").compactMap { point in
            let place = Self.point(point)
            if place == nil {
                builder.refuse("the point has no time, latitude or longitude", at: point.pointer)
            }
            return place
        }
        if !points.isEmpty {
            var route = reading
            route.metadata = []
            workout.routes.append(WorkoutRouteData(sample: builder.sampleData(route), points: points))
        }
        builder.add(.workout(workout), uuid: reading.uuid, updated: reading.updated, at: object.pointer)
    }

    // MARK: Figures

    /// Adds a figure of a workout. Figures that HealthKit has no place for become metadata.
    private mutating func add(_ value: PushJSON, to workout: inout WorkoutData, _ reading: PushBuilder.Reading) {
        guard let name = value.text("type") else { return builder.refuse("the figure has no type", at: value.pointer) }
        guard let number = value.number("value") else { return refuseNumber("value", of: value) }
        builder.checkKinds(value, ["unit": .string])
        let unit = value.text("unit")
        switch name {
        case "duration":
            let seconds = number / (unit == "s" ? 1 : unit == "min" ? 1 / 60 : 1000)
            if seconds >= 0, seconds <= reading.end - reading.start + 1 { workout.duration = seconds }
        case "activeEnergyBurned", "calories":
            guard let energy = converted(value, number, to: "kcal") else { return }
            statistics(.activeEnergyBurned, "kcal", &workout, reading) { $0.sum = energy }
        case "distance":
            guard let distance = converted(value, number, to: "m") else { return }
            if let type = PushedActivity.distance(workout.activityType) {
                statistics(type, "m", &workout, reading) { $0.sum = distance }
            } else {
                workout.attributes += [
                    MetadataPair(key: "totalDistance", value: "\(distance)"),
                    MetadataPair(key: "totalDistanceUnit", value: "m"),
                ]
            }
        case "stepCount": statistics(.stepCount, "count", &workout, reading) { $0.sum = number }
        case "swimmingStrokeCount": statistics(.swimmingStrokeCount, "count", &workout, reading) { $0.sum = number }
        case "indoorWorkout":
            workout.sample.metadata.append(
                MetadataPair(key: HKMetadataKeyIndoorWorkout, value: number == 0 ? "0" : "1"))
        case "elevationAscended", "lapLength":
            guard let length = converted(value, number, to: "m") else { return }
            let key = name == "lapLength" ? HKMetadataKeyLapLength : HKMetadataKeyElevationAscended
            workout.sample.metadata.append(MetadataPair(key: key, value: "\(length) m"))
        case "meanHeartRate", "averageHeartRate":
            statistics(.heartRate, "count/min", &workout, reading) { $0.average = number }
        case "maxHeartRate": statistics(.heartRate, "count/min", &workout, reading) { $0.maximum = number }
        case "minHeartRate": statistics(.heartRate, "count/min", &workout, reading) { $0.minimum = number }
        default:
            let text = unit.map { "\(number) \($0)" } ?? "\(number)"
            workout.sample.metadata.append(MetadataPair(key: name.limited(to: 200), value: text))
        }
    }

    /// Returns a figure in another unit. A figure whose unit cannot be converted is refused; one without a unit is in the other unit.
    private mutating func converted(_ value: PushJSON, _ number: Double, to unit: String) -> Double? {
        guard let text = value.text("unit"), !text.isEmpty, text != unit else { return number }
        guard let given = try? HKUnit(validating: text), let target = try? HKUnit(validating: unit),
            let conversion = given.conversion(to: target)
        else {
            builder.refuse("the unit of the figure is not a unit of the kind \(unit)", at: value.pointer + "/unit")
            return nil
        }
        return conversion(number)
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

    // MARK: Laps and segments

    private mutating func addEvent(_ event: PushJSON, _ type: String, to workout: inout WorkoutData) {
        guard let start = event.instant("startDate"), let end = event.end("endDate", start: start), start <= end else {
            return builder.refuse("it has no valid startDate and endDate", at: event.pointer)
        }
        var metadata: [MetadataPair] = []
        for (key, value) in event.entries where key != "startDate" && key != "endDate" {
            guard let text = value.metadataText else { continue }
            metadata.append(
                key == "distanceM"
                    ? MetadataPair(key: HKMetadataKeyLapLength, value: text + " m")
                    : MetadataPair(key: key.limited(to: 200), value: text))
        }
        workout.events.append(WorkoutEventData(type: type, date: start, duration: end - start, metadata: metadata))
    }

    // MARK: Samples and routes

    /// Adds the readings of a workout. Those of a kind that HealthKit has no type for are refused together.
    private mutating func addSamples(
        _ object: PushJSON, to workout: inout WorkoutData, _ reading: PushBuilder.Reading
    ) {
        var others: [(name: String, count: Int)] = []
        for sample in object.list("samples") {
            let name = sample.text("type") ?? ""
            guard let (type, unit) = Self.type(ofSamples: name, activity: workout.activityType) else {
                if let index = others.firstIndex(where: { $0.name == name }) {
                    others[index].count += 1
                } else {
                    others.append((name, 1))
                }
                continue
            }
            guard let time = sample.instant("timestamp") else {
                let isMissing = !sample.has("timestamp")
                builder.refuse(
                    isMissing ? "the reading has no timestamp" : "timestamp is not a date",
                    at: isMissing ? sample.pointer : sample.pointer + "/timestamp")
                continue
            }
            guard let value = sample.number("value") else {
                refuseNumber("value", of: sample)
                continue
            }
            let point = PushBuilder.Reading(start: time, end: time, source: reading.source, place: sample.pointer)
            if let row = builder.nestedRow(type.rawValue, value: value, unit: unit, point) {
                workout.records.append(row)
            }
        }
        for other in others {
            builder.refuse(
                "readings of \(other.name.limited(to: 100)) have no type in HealthKit for this activity",
                at: object.pointer + "/samples", count: other.count)
        }
    }

    /// Returns the type and unit of the readings of a kind during an activity; nil if HealthKit has no type for them.
    private static func type(
        ofSamples name: String, activity: String
    ) -> (HKQuantityTypeIdentifier, String)? {
        guard name.canBeKnown else { return nil }
        switch name.lowercased().filter(\.isLetter) {
        case "heartrate": return (.heartRate, "count/min")
        case "speed":
            let types: [String: HKQuantityTypeIdentifier] = [
                PushedActivity.raw(.cycling): .cyclingSpeed, PushedActivity.raw(.running): .runningSpeed,
                PushedActivity.raw(.walking): .walkingSpeed, PushedActivity.raw(.hiking): .walkingSpeed,
                PushedActivity.raw(.rowing): .rowingSpeed, PushedActivity.raw(.paddleSports): .paddleSportsSpeed,
                PushedActivity.raw(.crossCountrySkiing): .crossCountrySkiingSpeed,
            ]
            return types[activity].map { ($0, "m/s") }
        case "power":
            if activity == PushedActivity.raw(.cycling) { return (.cyclingPower, "W") }
            return activity == PushedActivity.raw(.running) ? (.runningPower, "W") : nil
        case "cadence": return activity == PushedActivity.raw(.cycling) ? (.cyclingCadence, "count/min") : nil
        default: return nil
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
