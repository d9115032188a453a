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

    /// The element as JSON.
    var written: String { JSONValue.object(entries).text }

    /// The value of a key; the last one if there are several.
    subscript(key: String) -> JSONValue? {
        // Most keys are looked up in vain, and most differ in their length.
        let length = key.utf8.count
        return entries.last { $0.key.utf8.count == length && $0.key == key }?.value
    }

    /// Returns the finite number of the first of some keys that has one.
    func number(_ keys: String...) -> Double? { entry(of: keys)?.number }

    /// Returns the first of some keys that has a finite number, with the number.
    func entry(of keys: [String]) -> (number: Double, key: String)? {
        for key in keys {
            switch self[key] {
            case .number(let text): if let number = Double(text), number.isFinite { return (number, key) }
            case .object: if let number = self[key]?["qty"]?.double, number.isFinite { return (number, key) }
            default: break
            }
        }
        return nil
    }

    /// Returns the first of some keys whose value is there and is not null.
    func firstKey(of keys: [String]) -> String? {
        keys.first { key in
            switch self[key] {
            case nil, .null: false
            default: true
            }
        }
    }

    /// Returns the string of the first of some keys that has one.
    func text(_ keys: String...) -> String? {
        for key in keys { if let text = self[key]?.string { return text } }
        return nil
    }

    /// Returns the string of the first of some keys that has one that is not blank, without white space around it.
    func name(_ keys: String...) -> String? {
        for key in keys {
            guard let text = self[key]?.string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
                continue
            }
            return text
        }
        return nil
    }

    /// Returns the date of the first of some keys that is there: nil if there is none, and `.nan` if it is not a date.
    func date(_ keys: String...) -> Double? { date(of: keys) }

    private func date(of keys: [String]) -> Double? {
        for key in keys {
            switch self[key] {
            case nil, .null: continue
            case .string(let text): return HealthAutoExportDate.seconds(text) ?? .nan
            default: return .nan
            }
        }
        return nil
    }

    /// The keys of the start and of the end of an element.
    static let (startKeys, endKeys) = (["startDate", "start", "date", "timestamp"], ["endDate", "end"])

    var start: Double? { date(of: Self.startKeys) }
    var end: Double? { date(of: Self.endKeys) }
    /// Whether the element has a start and an end of its own.
    var hasInterval: Bool { date("startDate", "start") != nil && end != nil }
    /// Whether the element is a night with its totals.
    var isNight: Bool { self["totalSleep"] != nil || self["sleepStart"] != nil || self["inBedStart"] != nil }
    /// The identity of the record; nil if the app sends no identifier.
    var uuid: UUID? {
        text("id", "uuid").flatMap { $0.isEmpty ? nil : PushIdentity.uuid(of: $0, in: "health-auto-export") }
    }
    var source: String? {
        for key in ["source", "sources"] { if let name = self[key].flatMap(Self.sourceName) { return name } }
        return nil
    }

    /// Returns the name of a source, which can be a string, a JSON object with its name, or a list of those; nil if it has none.
    static func sourceName(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .array(let values):
            let names = values.compactMap(sourceName)
            return names.isEmpty ? nil : names.joined(separator: "|")
        case .object:
            for key in ["name", "sourceName", "displayName", "bundleIdentifier", "identifier"] {
                if let text = value[key]?.string?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty {
                    return text
                }
            }
            return nil
        default: return nil
        }
    }

    /// The metadata, with values as exports write them.
    var metadata: [MetadataPair] {
        guard case .object(let entries) = self["metadata"] else { return [] }
        return entries.compactMap { key, value in
            guard key.utf8.count <= 200 else { return nil }
            switch value {
            case .string(let text): return MetadataPair(key: key, value: text)
            case .number(let text): return MetadataPair(key: key, value: text)
            case .bool(let truth): return MetadataPair(key: key, value: truth ? "1" : "0")
            case .array, .object: return MetadataPair(key: key, value: value.text)
            case .null: return nil
            }
        }
    }

    /// All entries with a number, a string or a truth value as text, except some keys.
    func others(except keys: Set<String>) -> [MetadataPair] {
        entries.compactMap { key, value in
            guard !keys.contains(key), key.utf8.count <= 200 else { return nil }
            switch value {
            case .string(let text): return MetadataPair(key: key, value: text)
            case .number(let text): return MetadataPair(key: key, value: text)
            case .bool(let truth): return MetadataPair(key: key, value: truth ? "1" : "0")
            default: return nil
            }
        }
    }
}
