// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Remarks on single values of elements that are not what they should be. The rest of an element is kept.
extension HealthAutoExportReader {
    /// The kind of a value.
    private enum Kind: String {
        case number = "a number"
        case duration = "a number of seconds that is not negative"
        case string = "a string"
        case flag = "true or false"
        case list = "a list"
        case object = "a JSON object"
        case source = "a name, or a JSON object with a name"

        /// The remedy for a value of another kind.
        var remedy: String {
            self == .source ? "report it to the project" : HealthAutoExportReader.updateRemedy
        }

        /// Returns whether a value is of the kind. Numbers can have a unit.
        func matches(_ value: JSONValue) -> Bool {
            switch (self, value) {
            case (.string, .string), (.flag, .bool), (.list, .array), (.object, .object): true
            case (.number, .number), (.number, .object): HealthAutoExportReader.number(value) != nil
            case (.source, .string): true
            case (.source, _): HealthAutoExportPoint.sourceName(value) != nil
            case (.duration, .number), (.duration, .object): (HealthAutoExportReader.number(value) ?? -1) >= 0
            default: false
            }
        }
    }

    /// The kinds of values that elements can lack, in all lists. An element without one of the others is refused.
    private static let kinds: [String: Kind] = [
        "id": .string, "uuid": .string, "source": .source, "sources": .source, "units": .string, "unit": .string,
        "location": .string, "reason": .string, "mealTime": .string, "status": .string, "classification": .string,
        "form": .string, "nickname": .string, "userEntered": .flag, "isCycleStart": .flag, "metadata": .object,
        "metrics": .object, "route": .list, "activities": .list, "segments": .list, "labels": .list,
        "heartRateData": .list, "heartRateRecovery": .list,
        "associations": .list, "codings": .list, "duration": .duration, "activeDuration": .duration, "Min": .number,
        "Avg": .number, "Max": .number, "min": .number, "avg": .number, "max": .number, "dosage": .number,
        "threshold": .number, "altitude": .number, "course": .number, "horizontalAccuracy": .number,
        "verticalAccuracy": .number, "courseAccuracy": .number, "speedAccuracy": .number,
    ]

    /// Returns a finite number, which can have a unit; nil for other values.
    static func number(_ value: JSONValue?) -> Double? {
        let number: Double?
        switch value {
        case .object: number = value?["qty"]?.double
        case .number: number = value?.double
        default: number = nil
        }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Names the values of an element that are of another kind than they should be.
    /// - Parameter others: The keys of further numbers.
    mutating func checkKinds(_ point: HealthAutoExportPoint, numbers others: Set<String> = []) {
        for (key, value) in point.entries {
            if case .null = value { continue }
            guard let kind = Self.kinds[key] ?? (others.contains(key) ? .number : nil), !kind.matches(value) else {
                continue
            }
            expect(kind.rawValue, remedy: kind.remedy, at: "\(point.pointer)/\(key)")
        }
    }

    /// Names a value that is left out because it is of another kind than it should be.
    mutating func expect(_ what: String, remedy: String = updateRemedy, at pointer: String) {
        builder.warn("expected \(what); it is left out", remedy: remedy, at: pointer)
    }

    /// The remedy for a value that current versions of the app send otherwise.
    static let updateRemedy = "update the app, and send it again"

    /// Refuses an element without a number.
    /// - Parameter keys: The keys that the number can have, the usual one first.
    mutating func refuseNumber(_ point: HealthAutoExportPoint, _ keys: [String]) {
        if let key = point.firstKey(of: keys) {
            builder.refuse("\(key) is not a number", at: "\(point.pointer)/\(key)")
        } else {
            builder.refuse("it has no number called \(keys[0])", at: point.pointer)
        }
    }

    // MARK: Quantities

    /// Returns the number and the unit as written of a quantity, an object with `qty` and `units`; nil if one is not what it should be, which is
    /// named.
    /// - Parameter standard: The unit of a quantity without one.
    mutating func quantity(
        _ value: JSONValue, standard: String = "", at pointer: String
    ) -> (number: Double, unit: String)? {
        guard let number = value["qty"]?.double, number.isFinite else {
            expect("a number", at: pointer + "/qty")
            return nil
        }
        switch value["units"] {
        case nil, .null: return (number, standard)
        case .string(let unit): return (number, unit)
        default:
            expect("a string", at: pointer + "/units")
            return nil
        }
    }

    /// Returns a quantity, or a number without a unit, as exports write it in metadata; nil if it is neither, which is named.
    mutating func written(_ value: JSONValue, at pointer: String) -> String? {
        if case .object = value {
            return quantity(value, at: pointer).map { Self.written($0.number, unit: $0.unit) }
        }
        guard let number = value.double, number.isFinite else {
            expect("a number", at: pointer)
            return nil
        }
        return Self.written(number, unit: "")
    }

    /// Returns a number with its unit as exports write it in metadata.
    static func written(_ number: Double, unit: String) -> String {
        unit.isEmpty ? "\(number)" : "\(number) \(plainUnit(unit))"
    }

    /// Returns the unit string of HealthKit of a unit as written.
    static func plainUnit(_ text: String) -> String {
        if text == "MET" { return "kcal/(kg*hr)" }
        return HealthTypes.matching("heartRate").map { HealthAutoExportNames.unit(text, of: $0) } ?? text
    }

    /// Returns the conversion of a unit as written to another one; nil if there is none.
    static func conversion(_ unit: String, to other: String) -> UnitConversion? {
        guard let from = try? HKUnit(validating: plainUnit(unit)), let to = try? HKUnit(validating: other) else {
            return nil
        }
        return from.conversion(to: to)
    }

    /// Returns a heart rate in beats a minute, a number that can have a unit; nil if there is none, or if it is something else, which is named.
    mutating func heartRate(_ value: JSONValue?, at pointer: String) -> Double? {
        let beats = "count/min"
        switch value {
        case nil, .null: return nil
        case .object(let entries):
            guard let found = quantity(.object(entries), standard: beats, at: pointer) else { return nil }
            if let rate = Self.conversion(found.unit, to: beats)?(found.number), rate.isFinite { return rate }
            expect("a unit such as bpm", at: pointer + "/units")
            return nil
        default:
            if let number = Self.number(value) { return number }
            expect("a number", at: pointer)
            return nil
        }
    }
}
