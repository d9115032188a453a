// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The figures, parts and series of workouts.
extension HealthAutoExportReader {
    /// The keys of a workout that are no figures.
    private static let properties: Set<String> = [
        "id", "name", "start", "end", "startDate", "endDate", "date", "timestamp", "duration", "location", "source",
        "sources", "uuid", "units", "metadata", "route", "activities", "segments",
    ]

    // MARK: Facts

    /// The keys of facts, the metadata that they are in HealthKit, and a unit of these.
    private static let facts: [(keys: Set<String>, metadata: String, unit: String)] = [
        (["temperature"], HKMetadataKeyWeatherTemperature, "degC"), (["humidity"], HKMetadataKeyWeatherHumidity, "%"),
        (["intensity", "intesity"], HKMetadataKeyAverageMETs, "kcal/(kg*hr)"),
        (["avgSpeed", "speed"], HKMetadataKeyAverageSpeed, "m/s"), (["maxSpeed"], HKMetadataKeyMaximumSpeed, "m/s"),
        (["elevationUp"], HKMetadataKeyElevationAscended, "m"),
        (["elevationDown"], HKMetadataKeyElevationDescended, "m"), (["lapLength"], HKMetadataKeyLapLength, "m"),
    ]
    /// The keys of heart rates, which are figures of one type.
    private static let heartRates: Set<String> = ["heartRate", "avgHeartRate", "maxHeartRate", "minHeartRate"]

    /// Adds the facts of a workout to its metadata: those of HealthKit under its keys, and all others as written.
    mutating func addFacts(_ point: HealthAutoExportPoint, name: String, to workout: inout WorkoutData) {
        let place = (point.text("location") ?? name).lowercased()
        func add(_ key: String, _ value: String) {
            guard !workout.sample.metadata.contains(where: { $0.key == key }) else { return }
            workout.sample.metadata.append(MetadataPair(key: key, value: value))
        }
        if place.hasPrefix("indoor") { add(HKMetadataKeyIndoorWorkout, "1") }
        if place.hasPrefix("outdoor") { add(HKMetadataKeyIndoorWorkout, "0") }
        for (key, value) in point.entries where !Self.properties.contains(key) && key.utf8.count <= 200 {
            // Heart rates are read with their series.
            if Self.heartRates.contains(key) { continue }
            let isFigure =
                key == Self.distance
                || Self.figure(key, activity: workout.activityType) != nil && !key.lowercased().hasSuffix("heartrate")
            let fact = Self.facts.first { $0.keys.contains(key) }
            let isKnown =
                isFigure || fact != nil || key == "elevation"
                || Self.type(ofSeries: key, activity: workout.activityType) != nil
            let pointer = "\(point.pointer)/\(key)"
            switch value {
            case .object where key == "elevation":
                for (part, metadata) in [
                    ("ascent", HKMetadataKeyElevationAscended), ("descent", HKMetadataKeyElevationDescended),
                ] {
                    guard let number = value[part] else { continue }
                    if case .null = number { continue }
                    guard number.double?.isFinite ?? false else {
                        expect("a number", at: "\(pointer)/\(part)")
                        continue
                    }
                    let quantity = JSONValue.object([("qty", number), ("units", value["units"] ?? .null)])
                    if let (key, text) = self.fact(quantity, part, metadata, unit: "m", at: pointer) { add(key, text) }
                }
            case .object where isFigure: break
            case .object:
                if let (key, text) = self.fact(value, key, fact?.metadata, unit: fact?.unit, at: pointer) {
                    add(key, text)
                }
            case .string(let text), .number(let text):
                if isKnown { nameFact(at: pointer) }
                add(key, text.limited(to: 1000))
            case .bool(let truth):
                if isKnown { nameFact(at: pointer) }
                add(key, truth ? "1" : "0")
            case .null, .array: break
            }
        }
    }

    private mutating func nameFact(at pointer: String) {
        builder.warn(
            "expected a JSON object with qty and units; it is kept as written",
            remedy: "update the app, and send the workout again", at: pointer)
    }

    /// Returns a fact as metadata; nil if it has no number, which is named. One with another kind of unit is named and kept as written.
    private mutating func fact(
        _ value: JSONValue, _ key: String, _ metadata: String?, unit: String?, at pointer: String
    ) -> (key: String, text: String)? {
        guard let found = quantity(value, at: pointer) else { return nil }
        let text = Self.written(found.number, unit: found.unit)
        guard let metadata, let unit else { return (metadata ?? key, text) }
        if found.unit.isEmpty || Self.conversion(found.unit, to: unit) != nil { return (metadata, text) }
        builder.warn("expected a unit such as \(unit); it is kept as written", at: pointer + "/units")
        return (key, text)
    }

    // MARK: Figures

    /// A figure of a type.
    private enum Figure {
        case total, average, minimum, maximum
    }

    /// The name of a distance, whose type depends on the activity.
    private static let distance = "distance"

    /// Returns the type and figure of a name such as `heartRateAverage` or `maxHeartRate`; nil for other names.
    private static func figure(_ key: String, activity: String) -> (type: HealthTypeDescription, figure: Figure)? {
        guard key.canBeKnown, key != "elevation", !facts.contains(where: { $0.keys.contains(key) }) else { return nil }
        var words = HealthAutoExportNames.snakeCase(key).split(separator: "_").map(String.init)
        var figure = Figure.total
        let figures: [String: Figure] = [
            "average": .average, "avg": .average, "minimum": .minimum, "min": .minimum, "maximum": .maximum,
            "max": .maximum,
        ]
        if words.count > 1, let last = words.last.flatMap({ figures[$0] }) {
            figure = last
            words.removeLast()
        } else if words.count > 1, let first = words.first.flatMap({ figures[$0] }) {
            figure = first
            words.removeFirst()
        }
        let name = words.joined(separator: "_")
        let known = ["active_energy_burned": "active_energy", "total_swimming_stroke_count": "swim_stroke_count"]
        let type =
            name == distance
            ? PushedActivity.distance(activity).flatMap { HealthTypes.named($0.rawValue) }
            : HealthAutoExportNames.type(known[name] ?? name)
        // A sum of heart rates, or an average of distances, is no statistic.
        guard let type, type.kind == .quantity, (type.aggregationStyle == .cumulative) == (figure == .total) else {
            return nil
        }
        return (type, figure)
    }

    /// Adds the totals of a workout, and its heart rate.
    mutating func addFigures(_ point: HealthAutoExportPoint, to workout: inout WorkoutData) {
        let (start, end) = (workout.sample.start, workout.sample.end)
        var statistics: [WorkoutStatisticsData] = []
        for (key, value) in point.entries where !Self.properties.contains(key) {
            guard !key.lowercased().hasSuffix("heartrate"), case .object = value else { continue }
            let pointer = "\(point.pointer)/\(key)"
            if let found = Self.figure(key, activity: workout.activityType) {
                add(value, found, key, start, end, to: &statistics, at: pointer)
            } else if key == Self.distance, let found = quantity(value, standard: "km", at: pointer) {
                guard Self.conversion(found.unit, to: "m") != nil else {
                    expect("a unit of length", at: pointer + "/units")
                    continue
                }
                workout.attributes.append(MetadataPair(key: "totalDistance", value: "\(found.number)"))
                workout.attributes.append(
                    MetadataPair(key: "totalDistanceUnit", value: Self.plainUnit(found.unit)))
            }
        }
        if let heart = heartRate(point, start, end) { statistics.append(heart) }
        workout.statistics = statistics
    }

    /// Adds a figure to the statistics of its type.
    private mutating func add(
        _ value: JSONValue, _ found: (type: HealthTypeDescription, figure: Figure), _ key: String, _ start: Double,
        _ end: Double, to statistics: inout [WorkoutStatisticsData], at place: String
    ) {
        guard let (number, written) = quantity(value, standard: key == Self.distance ? "km" : "", at: place) else {
            return
        }
        let type = found.type
        let unit = HealthAutoExportNames.unit(written, of: type)
        guard builder.canonical(type.identifier, value: number, unit: unit, at: place) != nil else { return }
        let index = statistics.firstIndex { $0.type == type.identifier } ?? statistics.count
        if index == statistics.count {
            statistics.append(WorkoutStatisticsData(type: type.identifier, start: start, end: end, unit: unit))
        }
        guard statistics[index].unit == unit else {
            return builder.refuse("its unit differs from those of the other figures of its type", at: place)
        }
        switch found.figure {
        case .total: statistics[index].sum = statistics[index].sum ?? number
        case .average: statistics[index].average = number
        case .minimum: statistics[index].minimum = number
        case .maximum: statistics[index].maximum = number
        }
    }

    /// Returns the statistics of the heart rate during a workout.
    private mutating func heartRate(
        _ point: HealthAutoExportPoint, _ start: Double, _ end: Double
    ) -> WorkoutStatisticsData? {
        var figures = WorkoutStatisticsData(
            type: HKQuantityTypeIdentifier.heartRate.rawValue, start: start, end: end, unit: "count/min")
        let all = point["heartRateData"]?.array ?? []
        // The app sends the readings after the end instead of those of the workout for some workouts, and computes figures of them.
        let series = all.filter { value in
            guard let date = value["date"]?.string.flatMap(HealthAutoExportDate.seconds) else { return false }
            return date < end || start == end
        }
        if series.isEmpty, !all.isEmpty {
            builder.warn(
                "the heart rates are those after the end of the workout, and are none of its figures",
                remedy: "update the app, and send the workout again", at: point.pointer + "/heartRateData")
            return nil
        }
        func numbers(_ key: String) -> [Double] {
            series.compactMap { $0[key]?.double ?? $0["qty"]?.double }.filter(\.isFinite)
        }
        let summary = point["heartRate"]
        switch summary {
        case nil, .null, .object: break
        default: expect("a JSON object", at: point.pointer + "/heartRate")
        }
        func rate(_ key: String, _ part: String, _ reader: inout Self) -> Double? {
            let rate = reader.heartRate(point[key], at: "\(point.pointer)/\(key)")
            let other = reader.heartRate(summary?[part], at: "\(point.pointer)/heartRate/\(part)")
            return rate ?? other
        }
        let averages = numbers("Avg")
        figures.average =
            rate("avgHeartRate", "avg", &self)
            ?? (averages.isEmpty ? nil : averages.reduce(0, +) / Double(averages.count))
        figures.maximum = rate("maxHeartRate", "max", &self) ?? numbers("Max").max()
        figures.minimum = rate("minHeartRate", "min", &self) ?? numbers("Min").min()
        return figures.average == nil && figures.maximum == nil ? nil : figures
    }

    // MARK: Parts

    /// Adds the activities of a workout, such as the intervals of a training plan.
    mutating func addActivities(_ point: HealthAutoExportPoint, to workout: inout WorkoutData) {
        for (part, dates) in parts(point, "activities") {
            let facts = ["\(workout.sample.start)", workout.activityType, "\(dates.start)", "\(dates.end)"]
            let uuid = part.text("id", "uuid").flatMap(UUID.init) ?? PushIdentity.uuid(["activity"] + facts)
            var activity = WorkoutActivityData(
                uuid: uuid.uuidString, start: dates.start, end: dates.end,
                duration: part.number("activeDuration", "duration").flatMap { $0 >= 0 ? $0 : nil })
            let (statistics, others) = figures(of: part, activity: workout.activityType, dates.start, dates.end)
            activity.statistics = statistics
            activity.metadata =
                part.others(except: [
                    "id", "uuid", "start", "end", "startDate", "endDate", "activeDuration", "duration",
                ])
                + others
            workout.activities.append(activity)
        }
    }

    /// Adds the segments of a workout, such as each kilometre, as events.
    mutating func addSegments(_ point: HealthAutoExportPoint, to workout: inout WorkoutData) {
        for (part, dates) in parts(point, "segments") {
            var metadata = part.others(except: ["id", "uuid", "start", "end", "startDate", "endDate"])
            for (key, value) in Self.metrics(part) {
                if let text = written(value, at: "\(part.pointer)/metrics/\(key)") {
                    metadata.append(MetadataPair(key: key, value: text))
                }
            }
            workout.events.append(
                WorkoutEventData(
                    type: "HKWorkoutEventTypeSegment", date: dates.start, duration: dates.end - dates.start,
                    metadata: metadata))
        }
    }

    /// Returns the parts in a list of a workout with their dates. Parts without valid dates are refused.
    private mutating func parts(
        _ point: HealthAutoExportPoint, _ key: String
    ) -> [(HealthAutoExportPoint, (start: Double, end: Double))] {
        let place = "\(point.pointer)/\(key)"
        var parts: [(HealthAutoExportPoint, (start: Double, end: Double))] = []
        for (index, value) in (point[key]?.array ?? []).enumerated() {
            guard let part = HealthAutoExportPoint(value, place: place, index: index) else {
                builder.refuse("expected a JSON object", at: "\(place)/\(index)")
                continue
            }
            guard let dates = dates(part) else { continue }
            checkKinds(part)
            let reading = PushBuilder.Reading(
                start: dates.start, end: dates.end, source: ProvenanceData(sourceName: Self.unnamedSource),
                place: place, index: index)
            if builder.check(reading) { parts.append((part, dates)) }
        }
        return parts
    }

    private static func metrics(_ part: HealthAutoExportPoint) -> [(key: String, value: JSONValue)] {
        guard case .object(let entries) = part["metrics"] else { return [] }
        return entries.filter { entry in
            if case .null = entry.value { return false }
            return entry.key.utf8.count <= 200
        }
    }

    /// Returns the figures of a part of a workout, and those that have no type as metadata.
    private mutating func figures(
        of part: HealthAutoExportPoint, activity: String, _ start: Double, _ end: Double
    ) -> ([WorkoutStatisticsData], [MetadataPair]) {
        var statistics: [WorkoutStatisticsData] = []
        var others: [MetadataPair] = []
        for (key, value) in Self.metrics(part) {
            let pointer = "\(part.pointer)/metrics/\(key)"
            if case .object = value, let found = Self.figure(key, activity: activity) {
                add(value, found, key, start, end, to: &statistics, at: pointer)
            } else if let text = written(value, at: pointer) {
                others.append(MetadataPair(key: key, value: text))
            }
        }
        return (statistics, others)
    }

    // MARK: Series

    /// Reads the series of a workout, whose elements are figures of short intervals. A series without a type is named.
    mutating func readSeries(_ workout: HealthAutoExportPoint, activity: String) {
        for (key, value) in workout.entries where !Self.properties.contains(key) {
            guard case .array(let values) = value, !values.isEmpty else { continue }
            let place = "\(workout.pointer)/\(key)"
            guard let type = Self.type(ofSeries: key, activity: activity) else {
                builder.warn(
                    "the series \(key.limited(to: 100)) has no type and is left out", at: place, count: values.count)
                continue
            }
            for (index, value) in values.enumerated() {
                guard let point = HealthAutoExportPoint(value, place: place, index: index) else {
                    builder.refuse("expected a JSON object", at: "\(place)/\(index)")
                    continue
                }
                checkKinds(point, numbers: ["qty"])
                let unit = HealthAutoExportNames.unit(point.text("units", "unit") ?? "", of: type)
                addFigures(
                    point, type, unit: unit, minimum: point.number("Min", "min"), average: point.number("Avg", "avg"),
                    maximum: point.number("Max", "max"), interval: .minutes)
            }
        }
    }

    /// Returns the type of a series; nil if it has none.
    private static func type(ofSeries key: String, activity: String) -> HealthTypeDescription? {
        let isRide = activity == PushedActivity.raw(.cycling)
        let isRun = activity == PushedActivity.raw(.running)
        let isWalk = activity == PushedActivity.raw(.walking) || activity == PushedActivity.raw(.hiking)
        let type: HKQuantityTypeIdentifier?
        switch key {
        case "speed": type = isRide ? .cyclingSpeed : isRun ? .runningSpeed : isWalk ? .walkingSpeed : nil
        case "power": type = isRide ? .cyclingPower : isRun ? .runningPower : nil
        case "cadence": type = isRide ? .cyclingCadence : nil
        case distance: type = PushedActivity.distance(activity)
        default:
            let known = HealthAutoExportNames.type(key)
            return known?.kind == .quantity ? known : nil
        }
        return type.flatMap { HealthTypes.named($0.rawValue) }
    }
}
