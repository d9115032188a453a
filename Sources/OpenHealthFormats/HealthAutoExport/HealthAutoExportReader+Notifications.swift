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
        let type = Self.stated(point) ?? Self.type(threshold: threshold, average: average)
        builder.addCategory(type.rawValue, value: 0, reading)
    }

    /// Returns the kind that a notification states; nil if it states none.
    private static func stated(_ point: HealthAutoExportPoint) -> HKCategoryTypeIdentifier? {
        guard let text = point.text("heartNotification", "type", "name"), text.canBeKnown else { return nil }
        let name = text.lowercased()
        if name.contains("irregular") { return .irregularHeartRhythmEvent }
        if name.contains("high") { return .highHeartRateEvent }
        return name.contains("low") ? .lowHeartRateEvent : nil
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
            let number = list.fields.lazy.compactMap { Self.number(value[$0]) }.first ?? Self.number(value)
            guard let number, number > 0 else {
                builder.refuse("it has no number called \(list.fields[0])", at: "\(place)/\(index)")
                continue
            }
            numbers.append(number)
            guard let dates = Self.dates(value, around: notification) else {
                builder.refuse("it has no valid date", at: "\(place)/\(index)")
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
        guard let start = date(["start", "startDate", "date"]) ?? whole else { return nil }
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
