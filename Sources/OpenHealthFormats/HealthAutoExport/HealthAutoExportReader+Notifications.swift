// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Notifications about the heart rate, and the readings that led to them.
extension HealthAutoExportReader {
    /// A list of readings in a notification.
    private struct Readings {
        var key: String
        /// The names of the number; versions of the app differ.
        var fields: [String]
        var type: HKQuantityTypeIdentifier
    }

    private static let readings = [
        Readings(key: "heartRate", fields: rateFields, type: .heartRate),
        Readings(key: "heartRateData", fields: rateFields, type: .heartRate),
        Readings(key: "heartRateVariation", fields: variationFields, type: .heartRateVariabilitySDNN),
        Readings(key: "heartRateVariationData", fields: variationFields, type: .heartRateVariabilitySDNN),
    ]
    private static let rateFields = ["hr", "bpm", "heartRate", "qty", "Avg", "value"]
    private static let variationFields = ["hrv", "heartRateVariation", "qty", "value"]

    /// Reads a notification about the heart rate, and its readings as samples.
    mutating func readNotification(_ point: HealthAutoExportPoint) {
        guard var reading = reading(point), builder.check(reading) else { return }
        var rates: [Double] = []
        for list in Self.readings {
            let values = readReadings(list, point, of: reading)
            if list.type == .heartRate { rates += values }
        }
        let threshold = point.number("threshold")
        if let threshold {
            reading.metadata.append(
                MetadataPair(key: HKMetadataKeyHeartRateEventThreshold, value: "\(threshold) count/min"))
        }
        let average = rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
        switch Self.stated(point) {
        case .kind(let type): builder.addCategory(type.rawValue, value: 0, reading)
        case .none:
            builder.addCategory(Self.type(threshold: threshold, average: average).rawValue, value: 0, reading)
        case .unknown(let key):
            builder.refuse(
                "\(key) is an unknown kind of notification",
                remedy: "set the app's language to English, and send it again", at: "\(point.pointer)/\(key)")
        }
    }

    /// The kind that a notification states.
    private enum StatedKind {
        case kind(HKCategoryTypeIdentifier)
        /// The value of a key is no kind that is known.
        case unknown(key: String)
        case none
    }

    /// Returns the kind that a notification states. The description of the format has no field for it; versions of the app send it as text.
    private static func stated(_ point: HealthAutoExportPoint) -> StatedKind {
        for key in ["heartNotification", "type", "name"] {
            switch point[key] {
            case nil, .null: continue
            case .string(let text):
                if text.allSatisfy(\.isWhitespace) { continue }
                if text.canBeKnown {
                    let name = text.lowercased()
                    if name.contains("irregular") { return .kind(.irregularHeartRhythmEvent) }
                    if name.contains("high") { return .kind(.highHeartRateEvent) }
                    if name.contains("low") { return .kind(.lowHeartRateEvent) }
                }
                return .unknown(key: key)
            default: return .unknown(key: key)
            }
        }
        return .none
    }

    /// Returns the kind of a notification by its threshold and the average of its heart rates.
    private static func type(threshold: Double?, average: Double?) -> HKCategoryTypeIdentifier {
        guard let threshold else { return .irregularHeartRhythmEvent }
        // Without rates, thresholds that the phone offers tell the two kinds apart: 40 to 50, and 100 to 150.
        let isHigh = average.map { $0 >= threshold } ?? (threshold >= 75)
        return isHigh ? .highHeartRateEvent : .lowHeartRateEvent
    }

    /// Reads a list of readings of a notification as samples, and refuses those that have no number or no date.
    /// - Returns: The numbers, also those without a date.
    private mutating func readReadings(
        _ list: Readings, _ point: HealthAutoExportPoint, of notification: PushBuilder.Reading
    ) -> [Double] {
        let place = "\(point.pointer)/\(list.key)"
        let values: [JSONValue]
        switch point[list.key] {
        case nil, .null: return []
        case .array(let all): values = all
        default:
            // Another list of a wrong kind is named with the element.
            if list.key != "heartRateData" { expect("a list", at: place) }
            return []
        }
        guard let type = HealthTypes.named(list.type.rawValue) else { return [] }
        var numbers: [Double] = []
        for (index, value) in values.enumerated() {
            guard let number = number(of: value, list, at: "\(place)/\(index)") else { continue }
            numbers.append(number)
            guard let dates = Self.dates(value, around: notification) else {
                refuseDate(value, at: "\(place)/\(index)")
                continue
            }
            var reading = PushBuilder.Reading(
                start: dates.start, end: dates.end ?? dates.start, source: notification.source, place: place,
                index: index)
            var missing: MissingProperties = point.source == nil ? [.source] : []
            if dates.end == nil { missing.insert(.end) }
            reading.source.missing = missing.isEmpty ? nil : missing
            let unit = value["units"]?.string ?? value["unit"]?.string ?? ""
            builder.addQuantity(
                type.identifier, value: number, unit: HealthAutoExportNames.unit(unit, of: type), reading)
        }
        return numbers
    }

    /// Returns the number of a reading, which is positive; nil if it has none, and the reading is refused by the name of its field.
    private mutating func number(of value: JSONValue, _ list: Readings, at pointer: String) -> Double? {
        let fields = list.fields.filter { Self.has(value, $0) }
        let field = fields.first { Self.number(value[$0]) != nil } ?? fields.first
        let number = field.map { Self.number(value[$0]) } ?? Self.number(value)
        if let number, number > 0 { return number }
        let place = field.map { "\(pointer)/\($0)" } ?? pointer
        if let number {
            builder.refuse("\(field ?? "the number") is \(number < 0 ? "negative" : "0")", at: place)
        } else if let field {
            builder.refuse("\(field) is not a number", at: place)
        } else if case .object = value {
            builder.refuse("it has no number called \(list.fields.joined(separator: ", "))", at: pointer)
        } else {
            builder.refuse("expected a JSON object", at: pointer)
        }
        return nil
    }

    /// Returns whether an object has a value that is not null.
    private static func has(_ value: JSONValue, _ key: String) -> Bool {
        switch value[key] {
        case nil, .null: false
        default: true
        }
    }

    private static let startKeys = ["start", "startDate", "date"]

    /// Refuses a reading without a valid start, by the name of the field.
    private mutating func refuseDate(_ value: JSONValue, at pointer: String) {
        for (object, path) in [(value["timestamp"], "timestamp/"), (value, "")] {
            guard let object, let key = Self.startKeys.first(where: { Self.has(object, $0) }) else { continue }
            return builder.refuse("\(key) is not a date", at: "\(pointer)/\(path)\(key)")
        }
        if Self.has(value, "timestamp") {
            return builder.refuse("timestamp is not a date and has no start", at: pointer + "/timestamp")
        }
        builder.refuse("it has no date", at: pointer)
    }

    /// Returns the start and the end of a reading, which has them itself or in a timestamp; nil if it has no valid start. The end is nil if it
    /// is unknown.
    private static func dates(
        _ value: JSONValue, around notification: PushBuilder.Reading
    ) -> (start: Double, end: Double?)? {
        let timestamp = value["timestamp"]
        let places = [timestamp, value].compactMap { $0 }
        func date(_ keys: [String]) -> Double? {
            for place in places {
                for key in keys {
                    if let date = place[key].flatMap({ instant($0, around: notification) }) { return date }
                }
            }
            return nil
        }
        let whole = timestamp.flatMap { instant($0, around: notification) }
        guard let start = date(startKeys) ?? whole else { return nil }
        var end = date(["end", "endDate"])
        let interval = timestamp?["interval"] ?? value["interval"]
        if end == nil, let duration = interval?["duration"]?.double, duration.isFinite, duration >= 0 {
            let unit = interval?["units"]?.string ?? "s"
            end = conversion(unit, to: "s").map { start + $0(duration) }
        }
        return (start, end.flatMap { $0 >= start ? $0 : nil })
    }

    /// Returns a date that is text, or a number of seconds since 1970 or 2001, whichever is nearer to a notification; nil for other values.
    private static func instant(_ value: JSONValue, around notification: PushBuilder.Reading) -> Double? {
        switch value {
        case .string(let text): return HealthAutoExportDate.seconds(text)
        case .number:
            guard let seconds = value.double, seconds.isFinite else { return nil }
            let dates = [seconds, seconds + Date.timeIntervalBetween1970AndReferenceDate]
            let nearest = dates.min { ($0 - notification.start).magnitude < ($1 - notification.start).magnitude }
            // The readings of a notification are of its day.
            return nearest.flatMap { ($0 - notification.start).magnitude <= 86_400 ? $0 : nil }
        default: return nil
        }
    }
}
