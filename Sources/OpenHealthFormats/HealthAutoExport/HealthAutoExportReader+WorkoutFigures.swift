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

    private static let facts: [(keys: Set<String>, metadata: String)] = [
        (["temperature"], HKMetadataKeyWeatherTemperature), (["humidity"], HKMetadataKeyWeatherHumidity),
        (["intensity", "intesity"], HKMetadataKeyAverageMETs), (["avgSpeed", "speed"], HKMetadataKeyAverageSpeed),
        (["maxSpeed"], HKMetadataKeyMaximumSpeed), (["elevationUp"], HKMetadataKeyElevationAscended),
        (["elevationDown"], HKMetadataKeyElevationDescended), (["lapLength"], HKMetadataKeyLapLength),
    ]

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
            if Self.figure(key, activity: workout.activityType) != nil, value["qty"]?.double != nil { continue }
            let known = Self.facts.first { $0.keys.contains(key) }?.metadata
            switch value {
            case .object where key == "elevation":
                for (part, metadata) in [
                    ("ascent", HKMetadataKeyElevationAscended), ("descent", HKMetadataKeyElevationDescended),
                ] {
                    if let text = Self.quantity(value[part], unit: value["units"]?.string) { add(metadata, text) }
                }
            case .object where key == "heartRate" || key == Self.distance: break
            case .object:
                guard let text = Self.quantity(value["qty"], unit: value["units"]?.string) else {
                    builder.warn("it has no number called qty, and is left out", at: "\(point.pointer)/\(key)")
                    continue
                }
                add(known ?? key, text)
            case .string(let text), .number(let text):
                if !["avgHeartRate", "maxHeartRate", "minHeartRate"].contains(key) {
                    add(key, String(text.prefix(1000)))
                }
            case .bool(let truth): add(key, truth ? "1" : "0")
            case .null, .array: break
            }
        }
    }

    /// Returns a number with its unit as exports write it in metadata.
    private static func quantity(_ value: JSONValue?, unit: String?) -> String? {
        guard let number = value?.double, number.isFinite else { return nil }
        guard let unit, !unit.isEmpty else { return "\(number)" }
        return "\(number) \(unit == "MET" ? "kcal/(kg*hr)" : Self.unit(unit))"
    }

    private static func unit(_ text: String) -> String {
        HealthTypes.matching("heartRate").map { HealthAutoExportNames.unit(text, of: $0) } ?? text
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
        guard key != "elevation", !facts.contains(where: { $0.keys.contains(key) }) else { return nil }
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
            if let found = Self.figure(key, activity: workout.activityType) {
                add(value, found, key, start, end, to: &statistics, at: "\(point.pointer)/\(key)")
            } else if key == Self.distance, let number = value["qty"]?.double, number.isFinite {
                workout.attributes.append(MetadataPair(key: "totalDistance", value: "\(number)"))
                let unit = value["units"]?.string.map(Self.unit) ?? "km"
                workout.attributes.append(MetadataPair(key: "totalDistanceUnit", value: unit))
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
        guard let number = value["qty"]?.double else { return }
        let type = found.type
        let written = value["units"]?.string ?? (key == Self.distance ? "km" : "")
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
        func summary(_ key: String) -> Double? {
            point["heartRate"]?[key]?["qty"]?.double ?? point["heartRate"]?[key]?.double
        }
        let averages = numbers("Avg")
        figures.average =
            point.number("avgHeartRate") ?? summary("avg")
            ?? (averages.isEmpty ? nil : averages.reduce(0, +) / Double(averages.count))
        figures.maximum = point.number("maxHeartRate") ?? summary("max") ?? numbers("Max").max()
        figures.minimum = point.number("minHeartRate") ?? summary("min") ?? numbers("Min").min()
        for figure in [figures.average, figures.maximum, figures.minimum] {
            guard figure?.isFinite ?? true else { return nil }
        }
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
                guard let text = Self.quantity(value["qty"] ?? value, unit: value["units"]?.string) else { continue }
                metadata.append(MetadataPair(key: key, value: text))
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
            let reading = PushBuilder.Reading(
                start: dates.start, end: dates.end, source: ProvenanceData(sourceName: Self.unnamedSource),
                place: place, index: index)
            if builder.check(reading) { parts.append((part, dates)) }
        }
        return parts
    }

    private static func metrics(_ part: HealthAutoExportPoint) -> [(key: String, value: JSONValue)] {
        guard case .object(let entries) = part["metrics"] else { return [] }
        return entries.filter { $0.key.utf8.count <= 200 }
    }

    /// Returns the figures of a part of a workout, and those that have no type as metadata.
    private mutating func figures(
        of part: HealthAutoExportPoint, activity: String, _ start: Double, _ end: Double
    ) -> ([WorkoutStatisticsData], [MetadataPair]) {
        var statistics: [WorkoutStatisticsData] = []
        var others: [MetadataPair] = []
        for (key, value) in Self.metrics(part) {
            if let found = Self.figure(key, activity: activity), value["qty"]?.double != nil {
                add(value, found, key, start, end, to: &statistics, at: "\(part.pointer)/metrics/\(key)")
            } else if let text = Self.quantity(value["qty"] ?? value, unit: value["units"]?.string) {
                others.append(MetadataPair(key: key, value: text))
            } else {
                builder.warn("the figure is unknown and is left out", at: "\(part.pointer)/metrics/\(key)")
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
                    "the series \(key.prefix(100)) has no type and is left out", at: place, count: values.count)
                continue
            }
            for (index, value) in values.enumerated() {
                guard let point = HealthAutoExportPoint(value, place: place, index: index) else {
                    builder.refuse("expected a JSON object", at: "\(place)/\(index)")
                    continue
                }
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
