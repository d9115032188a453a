// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The fields of an object in a document of Garmin's export.
struct GarminFields {
    private var values: [String: JSONValue] = [:]

    /// The maximum number of characters of a name, and of values in one field.
    private static let (maximumName, maximumValues) = (500, 1000)

    /// Whether there are none.
    var isEmpty: Bool { values.isEmpty }

    /// Reads the value of a key. A value that is no JSON is left out.
    mutating func read(_ key: String, _ cursor: inout JSONCursor) throws {
        values[key] = try cursor.value(maximumValues: Self.maximumValues)
    }

    subscript(key: String) -> JSONValue? { values[key] }

    func number(_ key: String) -> Double? { values[key].flatMap(Self.number) }

    static func number(_ value: JSONValue) -> Double? {
        guard let number = value.double, number.isFinite else { return nil }
        return number
    }

    /// Returns a text, or a number as it is written.
    func text(_ key: String) -> String? {
        switch values[key] {
        case .string(let text): String(text.prefix(Self.maximumName))
        case .number(let text): text
        default: nil
        }
    }

    /// Returns the number of a day: `2024-03-05`, also in an object with a date.
    func day(_ key: String) -> Int? {
        guard let value = values[key], let text = value.string ?? value["date"]?.string else { return nil }
        let seconds = PushInstant.seconds(text.contains(":") ? text : text + "T00:00") ?? WrittenDate.seconds(text)
        return seconds.flatMap { $0.magnitude < 1e11 ? Int(($0 / 86_400).rounded(.down)) : nil }  // checked: the range
    }

    /// Returns a date in seconds since 1970.
    func instant(_ key: String) -> Double? { values[key].flatMap(Self.instant) }

    /// Returns the seconds since 1970 of milliseconds, or of a text in UTC: `2025-11-22T03:11:30.0`, and `Jan 5, 2019 7:30:00 AM` in older
    /// exports.
    static func instant(_ value: JSONValue) -> Double? {
        if case .string(let text) = value { return PushInstant.seconds(text) ?? WrittenDate.seconds(text) }
        if let date = value["date"] { return date["date"] == nil ? instant(date) : nil }
        guard let milliseconds = number(value) else { return nil }
        // Between 1980 and 2200.
        return (315_532_800...7_258_118_400).contains(milliseconds / 1000) ? milliseconds / 1000 : nil
    }

    /// Returns the time of a clock, in seconds since 1970 as if it were in UTC: a text, or the list of year, month, day, hour, minute, second and
    /// nanoseconds.
    static func clock(_ value: JSONValue) -> Double? {
        guard let parts = value.array else { return value.string.flatMap(PushInstant.seconds) }
        let numbers = parts.prefix(6).map { number($0).flatMap(Int.init(exactly:)) ?? -1 }
        guard numbers.count >= 5, (1980...2200).contains(numbers[0]), (1...12).contains(numbers[1]),
            (1...CivilDay.daysInMonth(year: numbers[0], month: numbers[1])).contains(numbers[2]),
            (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4])
        else { return nil }
        let second = numbers.count > 5 && (0..<60).contains(numbers[5]) ? numbers[5] : 0
        let days = CivilDay.number(year: numbers[0], month: numbers[1], day: numbers[2])
        return Double(days * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + second)
    }

    /// Returns the summary of an activity. Times are in milliseconds, lengths in centimetres and the energy in kilojoules.
    func summary(_ identifier: String) -> ActivitySummary {
        func positive(_ key: String, per divisor: Double) -> Double? {
            number(key).flatMap { $0 > 0 ? $0 / divisor : nil }
        }
        /// A year; longer times are errors.
        func seconds(_ key: String) -> Double? {
            positive(key, per: 1000).flatMap { $0 <= 366 * 86_400 ? $0 : nil }
        }
        var summary = ActivitySummary(identifier: identifier)
        summary.start = instant("beginTimestamp") ?? instant("startTimeGmt")
        if let start = instant("startTimeGmt") ?? summary.start, let local = instant("startTimeLocal") {
            // Zones are quarters of an hour.
            let offset = ((local - start) / 900).rounded() * 900
            if offset.magnitude <= 14 * 3600 { summary.offset = offset }
        }
        summary.duration = seconds("duration")
        summary.elapsed = seconds("elapsedDuration") ?? summary.duration
        summary.distance = positive("distance", per: 100)
        summary.energy = positive("calories", per: 4.184)
        summary.ascent = positive("elevationGain", per: 100)
        summary.heartRates.average = positive("avgHr", per: 1)
        summary.heartRates.maximum = positive("maxHr", per: 1)
        summary.heartRates.minimum = positive("minHr", per: 1)
        let name = text("name") ?? ""
        summary.name = name.isEmpty ? nil : name
        summary.kind = AccountKind.kind(kind)
        return summary
    }

    /// Whether the activity states its kind.
    var hasKind: Bool { !kind.isEmpty }

    private var kind: String {
        text("activityType") ?? values["activityType"]?["typeKey"]?.string ?? text("sportType") ?? ""
    }
}

/// A weight with the composition of the body.
struct GarminWeight {
    /// The time, in seconds since 1970.
    var time: Double
    var kilograms: Double
    /// The fraction of fat.
    var fat: Double?
    var index: Double?

    /// Reads a weight in grams with its time; nil if one of the two is missing.
    init?(_ value: JSONValue) {
        func positive(_ key: String) -> Double? {
            value[key].flatMap(GarminFields.number).flatMap { $0 > 0 ? $0 : nil }
        }
        guard let time = value["timestampGMT"].flatMap(GarminFields.instant), let grams = positive("weight"),
            (1000...700_000).contains(grams)
        else { return nil }
        (self.time, kilograms) = (time, grams / 1000)
        // A reading that failed is 0.
        fat = positive("bodyFat").flatMap { $0 <= 100 ? $0 / 100 : nil }
        index = positive("bmi")
    }
}
