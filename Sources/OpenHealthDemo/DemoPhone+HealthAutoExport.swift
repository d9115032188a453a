// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension DemoPhone {
    /// The aggregation of a push of Health Auto Export.
    package enum Aggregation: String, Sendable, CaseIterable {
        case none, hours, days
    }

    /// Returns the bodies of a push of Health Auto Export.
    /// - Parameters:
    ///   - days: The days of the push.
    ///   - end: The time of the push in seconds since 1970; later readings are left out. Nil for none.
    ///   - isGerman: Whether the phone's language is German, so that the stages of sleep have German names.
    ///   - batch: The maximum number of readings in a body; nil for a single body.
    package func healthAutoExport(
        _ days: Range<Int>, until end: Double? = nil, aggregation: Aggregation = .none, isGerman: Bool = false,
        batch: Int? = nil
    ) -> [String] {
        let readings = days.clamped(to: 0..<self.days).flatMap { self.readings($0) }.filter {
            $0.end <= end ?? .infinity
        }
        let points =
            aggregation == .none
            ? readings.map { point($0, isGerman: isGerman) } : figures(readings, aggregation: aggregation)
        let size = max(1, batch ?? points.count)
        return stride(from: 0, to: max(1, points.count), by: size).map { from in
            Self.body(points[from..<min(from + size, points.count)])
        }
    }

    /// An element of a list of the push.
    private struct Point {
        /// The name of the metric; nil for a workout.
        var metric: String?
        var unit = ""
        var json: String
    }

    private static func body(_ points: ArraySlice<Point>) -> String {
        let metrics = Dictionary(grouping: points.filter { $0.metric != nil }) { $0.metric ?? "" }
        // The app writes the keys in any order, and the readings before the name.
        let lists = metrics.sorted { $0.key < $1.key }.map { name, points in
            "{\"data\":[\(points.map(\.json).joined(separator: ","))],\"name\":\"\(name)\",\"units\":\"\(points[0].unit)\"}"
        }
        let workouts = points.filter { $0.metric == nil }.map(\.json)
        return
            "{\"data\":{\"metrics\":[\(lists.joined(separator: ","))],\"workouts\":[\(workouts.joined(separator: ","))]}}"
    }

    // MARK: Samples

    private func point(_ reading: Reading, isGerman: Bool) -> Point {
        let dates = "\"start\":\"\(Self.date(reading.start))\",\"end\":\"\(Self.date(reading.end))\""
        let source = "\"source\":\"\(reading.source)\""
        switch reading.content {
        case .quantity(let type, let value):
            let (metric, unit, factor, places) = Self.metric(type)
            let number = Self.text(value * factor, places: places)
            if type == .heartRate {
                return Point(
                    metric: metric, unit: unit,
                    json: "{\"date\":\"\(Self.date(reading.start))\",\"Min\":\(number),\"Avg\":\(number),"
                        + "\"Max\":\(number),\(source)}")
            }
            let when = reading.start == reading.end ? "\"date\":\"\(Self.date(reading.start))\"" : dates
            return Point(metric: metric, unit: unit, json: "{\(when),\"qty\":\(number),\(source)}")
        case .sleep(let stage):
            return Point(
                metric: "sleep_analysis", unit: "hr",
                json: "{\"startDate\":\"\(Self.date(reading.start))\",\"endDate\":\"\(Self.date(reading.end))\","
                    + "\"qty\":\(Self.text((reading.end - reading.start) / 3600, places: 4)),"
                    + "\"value\":\"\(Self.stage(stage, isGerman: isGerman))\",\(source)}")
        case .pressure(let systolic, let diastolic):
            return Point(
                metric: "blood_pressure", unit: "mmHg",
                json:
                    "{\"date\":\"\(Self.date(reading.start))\",\"systolic\":\(systolic),\"diastolic\":\(diastolic),\(source)}"
            )
        case .run(let energy):
            let route = [reading.start + 5, reading.end - 5].map {
                "{\"latitude\":41.1,\"longitude\":-8.6,\"altitude\":90,\"timestamp\":\"\(Self.date($0))\",\"speed\":2.5}"
            }
            return Point(
                json: "{\"id\":\"\(reading.uuid)\",\"name\":\"\(isGerman ? "Laufen" : "Outdoor Run")\",\(dates),"
                    + "\"duration\":1800,"
                    + "\"activeEnergyBurned\":{\"qty\":\(Self.text(energy, places: 1)),\"units\":\"kcal\"},"
                    + "\"route\":[\(route.joined(separator: ","))]}")
        }
    }

    /// Returns the name of a metric, its unit, the factor from the unit of the person, and the decimal places.
    private static func metric(_ type: HKQuantityTypeIdentifier) -> (String, String, Double, Int) {
        switch type {
        case .heartRate: ("heart_rate", "bpm", 1, 0)
        case .distanceWalkingRunning: ("walking_running_distance", "km", 1, 5)
        case .oxygenSaturation: ("blood_oxygen_saturation", "%", 100, 0)
        // The phone shows pounds with one decimal place.
        case .bodyMass: ("weight_body_mass", "lb", 2.204_622, 1)
        case .bloodGlucose: ("blood_glucose", "mg/dL", 1, 0)
        default: ("step_count", "count", 1, 2)
        }
    }

    private static func stage(_ stage: HKCategoryValueSleepAnalysis, isGerman: Bool) -> String {
        switch stage {
        case .awake: isGerman ? "Wach" : "Awake"
        case .asleepDeep: isGerman ? "Tief" : "Deep"
        case .asleepREM: "REM"
        default: isGerman ? "Kern" : "Core"
        }
    }

    /// Returns a date with a 12-hour clock, in another offset than that of the export.
    private static func date(_ time: Double) -> String {
        let plain = text(time, offset: 7200)
        let hour = Int(plain.dropFirst(11).prefix(2)) ?? 0
        let clock = "\(hour % 12 == 0 ? 12 : hour % 12)" + plain.dropFirst(13)
        return plain.prefix(11) + clock + "\u{202F}" + (hour < 12 ? "AM" : "PM") + " +0200"
    }

    // MARK: Figures

    /// Returns the figures of hours or days, as the app computes them: those of one source, since it merges the others.
    private func figures(_ readings: [Reading], aggregation: Aggregation) -> [Point] {
        let length = aggregation == .hours ? 3600.0 : 86_400
        var values: [HKQuantityTypeIdentifier: [Double: [Double]]] = [:]
        var points: [Point] = []
        for reading in readings {
            switch reading.content {
            case .quantity(let type, let value) where reading.source != "Phone":
                let bucket = (reading.start / length).rounded(.down) * length
                values[type, default: [:]][bucket, default: []].append(value)
            case .run: points.append(point(reading, isGerman: false))
            default: break
            }
        }
        for (type, buckets) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let (metric, unit, factor, places) = Self.metric(type)
            for (bucket, values) in buckets.sorted(by: { $0.key < $1.key }) {
                let sum = values.reduce(0, +) * factor
                let start = "\"date\":\"\(Self.date(bucket))\",\"source\":\"\(Self.watch)|Phone\""
                let isSum = type == .stepCount || type == .distanceWalkingRunning
                // checked: there is at least one value
                let average = Self.text(sum / Double(values.count), places: 3)
                let extremes = (values.min() ?? 0, values.max() ?? 0)
                let json =
                    isSum
                    ? "{\(start),\"qty\":\(Self.text(sum, places: places))}"
                    : type == .heartRate
                        ? "{\(start),\"Min\":\(extremes.0),\"Avg\":\(average),\"Max\":\(extremes.1)}"
                        : "{\(start),\"qty\":\(average)}"
                points.append(Point(metric: metric, unit: unit, json: json))
            }
        }
        return points
    }
}
