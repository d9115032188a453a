// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Conversions between stored metadata in JSON and the values of Apple's API.
package enum StoredMetadata {
    /// Returns the metadata of a sample.
    /// - Parameter isTyped: Whether an app saved the metadata with typed values; otherwise all values are strings, and the
    ///   vocabulary determines their types.
    package static func read(_ json: String, isTyped: Bool) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, stored) in MetadataPairs.entries(json) {
            // Keys with this prefix are unknown attributes that an import keeps with the metadata.
            if key.hasPrefix("@") { continue }
            if !isTyped, let text = stored.string {
                values[key] = MetadataText.value(text, key: key)
            } else {
                values[key] = value(stored) ?? .string(stored.text)
            }
        }
        return values
    }

    /// Returns metadata from pairs of strings, such as those of a workout event.
    package static func read(_ pairs: [MetadataPair]) -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for pair in pairs { values[pair.key] = MetadataText.value(pair.value, key: pair.key) }
        return values
    }

    /// Returns the metadata as strings, sorted by key.
    package static func pairs(_ metadata: [String: HKMetadataValue]) -> [MetadataPair] {
        metadata.sorted { $0.key < $1.key }.map { MetadataPair(key: $0.key, value: MetadataText.text($0.value)) }
    }

    /// Returns an app's metadata as JSON, in an order that depends only on the entries, or nil if the metadata is empty.
    package static func write(_ metadata: [String: HKMetadataValue]) -> String? {
        if metadata.isEmpty { return nil }
        return JSONValue.object(metadata.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }).text
    }

    /// Returns a value as JSON.
    private static func json(_ value: HKMetadataValue) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .double(let number): number.isFinite ? .double(number) : .object([("number", .double(number))])
        case .bool(let truth): .bool(truth)
        case .date(let date): .object([("secondsSince2001", .double(date.timeIntervalSinceReferenceDate))])
        case .quantity(let quantity):
            .object([
                ("value", .double(quantity.originalValue)), ("unit", .string(quantity.originalUnit.unitString)),
            ])
        }
    }

    /// Returns the value of JSON that ``json(_:)`` writes. Returns nil for other JSON, and for dates and numbers out of range,
    /// which earlier versions allowed.
    package static func value(_ json: JSONValue) -> HKMetadataValue? {
        switch json {
        case .string(let text): return .string(text)
        case .bool(let truth): return .bool(truth)
        case .number(let text):
            if let whole = Int(text) { return .integer(whole) }
            return Double(text).map(HKMetadataValue.double)
        case .object:
            if let seconds = json["secondsSince2001"]?.double {
                guard HKObjectValidation.dates.contains(seconds) else { return nil }
                return .date(Date(timeIntervalSinceReferenceDate: seconds))
            }
            if let value = json["value"]?.double, let unit = json["unit"]?.string.flatMap(StoredUnit.unit) {
                return value.isFinite ? .quantity(HKQuantity(unit: unit, doubleValue: value)) : nil
            }
            return nil
        case .null, .array: return nil
        }
    }
}

/// The stored form of metadata: a JSON object, or an array of pairs if a key repeats.
///
/// The values of imported metadata are strings. The values of metadata that apps saved keep their type: numbers, with a decimal
/// point for floating-point numbers; `true` and `false`; `{"value":…,"unit":…}`; `{"secondsSince2001":…}`.
package enum MetadataPairs {
    /// Returns the entries as strings, in order.
    package static func read(_ json: String) -> [MetadataPair] {
        entries(json).map { key, value in
            MetadataPair(
                key: key, value: value.string ?? StoredMetadata.value(value).map(MetadataText.text) ?? value.text)
        }
    }

    /// Returns the entries, in order.
    package static func entries(_ json: String) -> [(key: String, value: JSONValue)] {
        switch JSONValue(json) {
        case .object(let entries): return entries
        case .array(let pairs):
            return pairs.compactMap { pair in
                guard let pair = pair.array, pair.count == 2, let key = pair[0].string else { return nil }
                return (key, pair[1])
            }
        default: return []
        }
    }
}

/// Metadata in the text form of exports: `418 cm`, `1`, `2024-03-10 08:00:00 +0000`.
enum MetadataText {
    /// Returns the value of a string under a key, or the string itself if the key is an app's own or the string isn't of the
    /// key's type.
    static func value(_ text: String, key: String) -> HKMetadataValue {
        let value: HKMetadataValue? =
            switch HealthMetadataKeys.valueKind(key) {
            case .number: number(text)
            case .bool: truth(text)
            case .date: date(text).map(HKMetadataValue.date)
            case .quantity: quantity(text).map(HKMetadataValue.quantity)
            case .string, nil: nil
            }
        return value ?? .string(text)
    }

    /// Returns a value as exports write it.
    static func text(_ value: HKMetadataValue) -> String {
        switch value {
        case .string(let text): return text
        case .integer(let number): return String(number)
        case .double(let number): return plain(number)
        case .bool(let truth): return truth ? "1" : "0"
        case .date(let date): return text(date)
        case .quantity(let quantity):
            let unit = quantity.originalUnit.unitString
            // Exports write percentages multiplied by 100.
            let value = unit == "%" ? significant(quantity.originalValue * 100) : quantity.originalValue
            return "\(plain(value)) \(unit)"
        }
    }

    /// Returns a number without a trailing `.0`.
    static func plain(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func significant(_ number: Double) -> Double { OriginalValue.rounded(number, digits: 15) }

    private static func number(_ text: String) -> HKMetadataValue? {
        if let whole = Int(text) { return .integer(whole) }
        return finite(text).map(HKMetadataValue.double)
    }

    private static func finite(_ text: some StringProtocol) -> Double? {
        guard let number = Double(text), number.isFinite else { return nil }
        return number
    }

    private static func truth(_ text: String) -> HKMetadataValue? {
        switch text {
        case "0", "false", "NO": .bool(false)
        case "1", "true", "YES": .bool(true)
        default: nil
        }
    }

    private static func quantity(_ text: String) -> HKQuantity? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let value = finite(parts[0]), let unit = StoredUnit.unit(String(parts[1])) else {
            return nil
        }
        let isPercent = unit.unitString == "%"
        return HKQuantity(unit: unit, doubleValue: isPercent ? significant(value / 100) : value)
    }

    // MARK: Dates

    /// Returns a date in UTC as exports write it, with fractions of a second only if the date has any.
    static func text(_ date: Date) -> String {
        // Dates outside the years 1 to 9999 are clamped to them.
        let seconds = clamped(date.timeIntervalSince1970)
        let whole = seconds.rounded(.down)
        let (year, month, day, rest) = civil(whole)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let fraction = seconds == whole ? "" : String(plain(significant(seconds - whole)).dropFirst())
        let time = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        return "\(year)-\(two(month))-\(two(day)) \(time)\(fraction) +0000"
    }

    /// Returns the date of a string as exports write it.
    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let offset = offset(parts[2]) else { return nil }
        let day = parts[0].split(separator: "-").map { Int($0) }
        let time = parts[1].split(separator: ":")
        guard day.count == 3, time.count == 3, let year = day[0], let month = day[1], let number = day[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(number), let hour = Int(time[0]),
            let minute = Int(time[1]),
            let second = finite(time[2]), (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second)
        else { return nil }
        let midnight = Double(CivilDay.number(year: year, month: month, day: number)) * 86400
        return Date(timeIntervalSince1970: midnight + Double(hour * 3600 + minute * 60 - offset) + second)
    }

    private static func offset(_ text: Substring) -> Int? {
        guard text.count == 5, let sign = text.first, sign == "+" || sign == "-", let number = Int(text.dropFirst())
        else { return nil }
        let seconds = (number / 100 * 60 + number % 100) * 60
        return sign == "-" ? -seconds : seconds
    }

    private static func clamped(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
    }

    /// Returns the civil date and the second of the day.
    /// - Precondition: The seconds are in the years 1 to 9999.
    private static func civil(_ seconds: Double) -> (year: Int, month: Int, day: Int, rest: Int) {
        let day = Int((seconds / 86400).rounded(.down))  // checked: the seconds are clamped
        let rest = Int(seconds - Double(day) * 86400)  // checked: the seconds of one day
        let date = CivilDay.date(day)
        return (date.year, date.month, date.day, rest)
    }
}

/// Metadata as JSON text, in an order and spelling that depend only on the entries.
enum MetadataJSON {
    /// Returns the entries as an object, or as an array of pairs if a key repeats.
    static func object(_ pairs: [MetadataPair]) -> String {
        guard Set(pairs.map(\.key)).count == pairs.count else { return Self.pairs(pairs) }
        return "{" + pairs.map { "\(string($0.key)):\(string($0.value))" }.joined(separator: ",") + "}"
    }

    /// Returns the entries as an array of pairs.
    static func pairs(_ pairs: [MetadataPair]) -> String {
        "[" + pairs.map { "[\(string($0.key)),\(string($0.value))]" }.joined(separator: ",") + "]"
    }

    /// Returns an array of strings.
    static func strings(_ strings: [String]) -> String {
        "[" + strings.map(string).joined(separator: ",") + "]"
    }

    /// Returns a string with its quotation marks.
    static func string(_ text: String) -> String { JSONValue.string(text).text }
}
