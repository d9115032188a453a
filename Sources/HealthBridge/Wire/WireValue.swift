// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// A JSON value. Numbers keep the difference between 1 and 1.0, which `JSONSerialization` does not.
enum WireValue: Sendable {
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    case array([WireValue])
    case object([(key: String, value: WireValue)])

    /// The value as UTF-8.
    var data: Data {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return Data(bytes)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &bytes)
        case .integer(let number): bytes += Array("\(number)".utf8)
        // JSON has no infinite numbers. HealthKit does not save them.
        case .double(let number): bytes += Array((number.isFinite ? "\(number)" : "null").utf8)
        case .bool(let truth): bytes += Array((truth ? "true" : "false").utf8)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let entries):
            bytes.append(UInt8(ascii: "{"))
            for (index, entry) in entries.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(entry.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                entry.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Dates in UTC with all digits after the second, so that the server reads an equal date.
enum WireDate {
    /// The seconds between 1970 and 2001.
    private static let reference = 978_307_200

    /// Returns a date in RFC 3339, such as `2026-03-14T07:30:00.25Z`.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        guard let count = Int(exactly: whole), count.magnitude < 200_000_000_000 else {
            return seconds < 0 ? "0001-01-01T00:00:00Z" : "9999-12-31T23:59:59Z"
        }
        return civil(count + reference) + fraction(of: seconds) + "Z"
    }

    /// Returns the digits after the second. Those of a date before 2001 count from the second before it.
    private static func fraction(of seconds: Double) -> String {
        let text = "\(seconds.magnitude)"
        guard let point = text.lastIndex(of: "."), !text.contains("e") else { return "" }
        let digits = text[text.index(after: point)...]
        if digits == "0" { return "" }
        return "." + (seconds < 0 ? complement(digits) : String(digits))
    }

    /// Returns the difference to one: 75 for 25. The digits are not all zeros.
    private static func complement(_ digits: Substring) -> String {
        var result = Array(digits.utf8)
        var isBorrowing = false
        for place in result.indices.reversed() {
            let digit = result[place] - UInt8(ascii: "0")
            result[place] = UInt8(ascii: "0") + (isBorrowing ? 9 - digit : digit == 0 ? 0 : 10 - digit)
            isBorrowing = isBorrowing || digit != 0
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the date and time of a number of seconds since 1970 in the Gregorian calendar.
    private static func civil(_ seconds: Int) -> String {
        let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
        let rest = seconds - days * 86_400
        // Years begin in March, so that the leap day is the last day of one; an era has 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let civilYear = year + era * 400 + (month <= 2 ? 1 : 0)
        return padded(civilYear, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" + padded(rest / 3600, 2)
            + ":" + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2)
    }

    private static func padded(_ number: Int, _ length: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.count)) + text
    }
}

/// The units in which quantities are sent. HealthKit does not say in which unit a quantity was saved.
enum WireUnits {
    /// The units of types that another unit of the same kind fits as well.
    private static let named: [String: String] = [
        "AppleWalkingSteadiness": "%", "AtrialFibrillationBurden": "%", "BloodAlcoholContent": "%",
        "BodyFatPercentage": "%", "OxygenSaturation": "%", "PeripheralPerfusionIndex": "%",
        "WalkingAsymmetryPercentage": "%", "WalkingDoubleSupportPercentage": "%", "BodyMass": "kg",
        "LeanBodyMass": "kg", "RunningVerticalOscillation": "cm", "ForcedExpiratoryVolume1": "L",
        "ForcedVitalCapacity": "L", "HeartRateVariabilitySDNN": "ms", "RunningGroundContactTime": "ms",
        "HeartRateVariabilityRMSSD": "ms",
    ]

    /// The units of other types and of metadata. The first one that fits is used.
    private static let usual = [
        "count", "count/min", "kcal", "m", "g", "min", "degC", "m/s", "mmHg", "mL", "mg/dL", "dBASPL", "IU", "L/min",
        "kcal/(kg*hr)", "mL/(kg*min)", "S", "Pa", "Hz", "V",
    ]

    private static let prefix = "HKQuantityTypeIdentifier"

    /// Returns the unit for the samples of a type, or nil if the bridge has none.
    static func unit(for type: HKQuantityType) -> HKUnit? {
        let name = type.identifier.hasPrefix(prefix) ? String(type.identifier.dropFirst(prefix.count)) : type.identifier
        if let unit = named[name] { return HKUnit(from: unit) }
        // HealthKit stops at the name of a unit that is newer than the system; the types are as new as their units.
        if name.hasSuffix("Power") { return HKUnit(from: "W") }
        if name.hasSuffix("EffortScore") { return HKUnit(from: "appleEffortScore") }
        return usual.lazy.map { HKUnit(from: $0) }.first { type.is(compatibleWith: $0) }
    }

    /// Returns a quantity as JSON, or nil if the bridge has no unit for it.
    static func value(_ quantity: HKQuantity) -> WireValue? {
        usual.lazy.map { HKUnit(from: $0) }.first { quantity.is(compatibleWith: $0) }.map { value(quantity, $0) }
    }

    /// Returns a quantity in a unit as JSON.
    static func value(_ quantity: HKQuantity, _ unit: HKUnit) -> WireValue {
        .object([("value", .double(quantity.doubleValue(for: unit))), ("unit", .string(unit.unitString))])
    }
}
