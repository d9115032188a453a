// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An element of a list of Health Auto Export: a reading, a symptom, a workout and so on.
struct HealthAutoExportPoint {
    /// The entries, as written.
    let entries: [(key: String, value: JSONValue)]
    /// The JSON pointer of the list.
    let place: String
    /// The index in the list.
    let index: Int

    init?(_ json: JSONValue, place: String, index: Int) {
        guard case .object(let entries) = json else { return nil }
        self.entries = entries
        self.place = place
        self.index = index
    }

    /// The JSON pointer of the element.
    var pointer: String { "\(place)/\(index)" }

    subscript(key: String) -> JSONValue? {
        // Most keys are looked up in vain, and most differ in their length.
        let length = key.utf8.count
        for index in entries.indices where entries[index].key.utf8.count == length && entries[index].key == key {
            return entries[index].value
        }
        return nil
    }

    /// Returns the number of the first of some keys that has one.
    func number(_ keys: String...) -> Double? {
        for key in keys {
            switch self[key] {
            case .number(let text): if let number = Double(text) { return number }
            case .object: if let number = self[key]?["qty"]?.double { return number }
            default: break
            }
        }
        return nil
    }

    /// Returns the string of the first of some keys that has one.
    func text(_ keys: String...) -> String? {
        for key in keys { if let text = self[key]?.string { return text } }
        return nil
    }

    /// Returns the date of the first of some keys that is there: nil if there is none, and `.nan` if it is not a date.
    func date(_ keys: String...) -> Double? {
        for key in keys {
            switch self[key] {
            case nil, .null: continue
            case .string(let text): return HealthAutoExportDate.seconds(text) ?? .nan
            default: return .nan
            }
        }
        return nil
    }

    var start: Double? { date("startDate", "start", "date", "timestamp") }
    var end: Double? { date("endDate", "end") }
    /// Whether the element has a start and an end of its own.
    var hasInterval: Bool { date("startDate", "start") != nil && end != nil }
    var uuid: UUID? { text("id", "uuid").flatMap(UUID.init(uuidString:)) }
    var source: String? { text("source", "sources").flatMap { $0.isEmpty ? nil : $0 } }

    /// The metadata, with values as exports write them.
    var metadata: [MetadataPair] {
        guard case .object(let entries) = self["metadata"] else { return [] }
        return entries.compactMap { key, value in
            guard key.utf8.count <= 200 else { return nil }
            switch value {
            case .string(let text): return MetadataPair(key: key, value: text)
            case .number(let text): return MetadataPair(key: key, value: text)
            case .bool(let truth): return MetadataPair(key: key, value: truth ? "1" : "0")
            default: return nil
            }
        }
    }

    /// All entries with a number or a string as text, except some keys.
    func others(except keys: Set<String>) -> [MetadataPair] {
        entries.compactMap { key, value in
            guard !keys.contains(key), key.utf8.count <= 200 else { return nil }
            switch value {
            case .string(let text): return MetadataPair(key: key, value: text)
            case .number(let text): return MetadataPair(key: key, value: text)
            default: return nil
            }
        }
    }
}

/// Dates as Health Auto Export writes them.
enum HealthAutoExportDate {
    /// Returns the seconds since 1970 of a date and time, or nil if the text is none.
    ///
    /// Accepts `2024-03-10 14:05:09 +0100`, the same with a 12-hour clock (`2:05:09 PM +0100`, with any kind of space before the
    /// half of the day), ISO 8601, and a day without time, which begins in UTC.
    static func seconds(_ text: String) -> Double? {
        var text = text
        if let seconds = text.withUTF8({ bytes in
            bytes.baseAddress.flatMap { parseTimestamp($0, bytes.count) }
        }) {
            return seconds
        }
        return slow(text)
    }

    private static func slow(_ text: String) -> Double? {
        let parts = text.split { $0.isWhitespace || $0 == "\u{202F}" || $0 == "\u{00A0}" }.map(String.init)
        guard let day = parts.first, day.utf8.count == 10 else { return nil }
        if parts.count == 1 { return seconds(day + " 00:00:00 +0000") }
        // The half of the day follows the time with a space, or directly.
        var (clock, rest) = (parts[1], Array(parts.dropFirst(2)))
        let letters = clock.drop { $0.isNumber || $0 == ":" }
        var half = String(letters)
        clock = String(clock.dropLast(letters.count))
        if half.isEmpty, rest.count > 1 { half = rest.removeFirst() }
        guard rest.count <= 1 else { return nil }
        var fields = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (2...3).contains(fields.count), let hour = fields[0], fields.allSatisfy({ $0 != nil }) else { return nil }
        switch half.lowercased().filter({ $0 != "." }) {
        case "am":
            guard (1...12).contains(hour) else { return nil }
            fields[0] = hour % 12
        case "pm":
            guard (1...12).contains(hour) else { return nil }
            fields[0] = hour % 12 + 12
        case "": break
        default: return nil
        }
        if fields.count == 2 { fields.append(0) }
        let padded = fields.map { number -> String in
            let digits = String(number ?? 0)
            return digits.count == 1 ? "0" + digits : digits
        }
        let zone = rest.first ?? "+0000"
        let normal = day + " " + padded.joined(separator: ":") + " " + zone
        // A text that is already in this form was not a date.
        return normal == text ? nil : seconds(normal)
    }
}
