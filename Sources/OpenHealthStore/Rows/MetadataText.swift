// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
