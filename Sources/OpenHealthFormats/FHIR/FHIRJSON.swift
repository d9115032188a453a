// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A builder of a JSON object, which omits entries that are nil or empty, as FHIR requires.
struct FHIRJSON {
    private var entries: [(key: String, value: JSONValue)] = []

    /// The object.
    var json: JSONValue { .object(entries) }

    var isEmpty: Bool { entries.isEmpty }

    init() {}

    /// Creates a resource of a type.
    init(resource type: String) {
        add("resourceType", type)
    }

    mutating func add(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        entries.append((key, value))
    }

    /// FHIR does not allow empty strings.
    mutating func add(_ key: String, _ text: String?) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return }
        entries.append((key, .string(text)))
    }

    mutating func add(_ key: String, _ values: [JSONValue]) {
        if !values.isEmpty { entries.append((key, .array(values))) }
    }
}

extension JSONValue {
    /// Returns a code of a code system.
    static func coding(_ system: String, _ code: String, _ display: String?) -> JSONValue {
        var coding = FHIRJSON()
        coding.add("system", system)
        coding.add("code", code)
        coding.add("display", display)
        return coding.json
    }

    /// Returns a concept with codes of one or more code systems.
    static func concept(_ codings: [JSONValue], text: String? = nil) -> JSONValue {
        var concept = FHIRJSON()
        concept.add("coding", codings)
        concept.add("text", text)
        return concept.json
    }
}

/// Numbers as FHIR decimals with the precision of the measurement.
enum FHIRNumber {
    /// Returns the shortest decimal that is parsed as the same number, times a power of ten; returns nil if one of both is not finite.
    static func json(_ number: Double, powerOfTen: Int = 0) -> JSONValue? {
        guard number.isFinite else { return nil }
        let text = text(number, powerOfTen: powerOfTen)
        return Double(text)?.isFinite == true ? .number(text) : nil
    }

    /// Shifts the decimal point in the digits, so that 0.07 % is 7 and not 7.000000000000001.
    static func text(_ number: Double, powerOfTen: Int = 0) -> String {
        let written = "\(number.magnitude)".split(separator: "e")
        let mantissa = written[0].split(separator: ".")
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
        var digits = (mantissa[0] + fraction).drop { $0 == "0" }
        if digits.isEmpty { return "0" }
        let exponent = written.count > 1 ? Int(written[1]) ?? 0 : 0
        // The value is the product of the digits and this power of ten.
        var power = exponent - fraction.count + powerOfTen
        while digits.last == "0" {
            digits.removeLast()
            power += 1
        }
        return (number < 0 ? "-" : "") + placed(String(digits), power)
    }

    private static func placed(_ digits: String, _ power: Int) -> String {
        let point = digits.count + power
        if power >= 0, point <= 21 { return digits + String(repeating: "0", count: power) }
        if power < 0, point > 0 { return digits.prefix(point) + "." + digits.suffix(-power) }
        if power < 0, point > -6 { return "0." + String(repeating: "0", count: -point) + digits }
        let rest = digits.dropFirst()
        return digits.prefix(1) + (rest.isEmpty ? "" : "." + rest) + "e\(point - 1)"
    }
}

/// Dates and times in the format of FHIR.
package enum FHIRInstant {
    /// The seconds from 1970 to 00:00 UTC of 1 January 2001.
    static let reference = 978_307_200

    /// Returns a date and time with microseconds.
    /// - Parameter zone: The time zone of the offset; nil for UTC.
    package static func text(_ date: Date, zone: TimeZone? = nil) -> String {
        let offset = zone.map { Self.offset(of: $0, at: date) } ?? 0
        let scaled = (date.timeIntervalSinceReferenceDate * 1e6).rounded()
        guard scaled.magnitude < 9e17 else { return scaled < 0 ? first : last }
        // checked: the magnitude is below 9e17
        let microseconds = Int(scaled) + (reference + offset) * 1_000_000
        let seconds = floored(microseconds, 1_000_000)
        let days = floored(seconds.quotient, 86_400)
        let day = CivilDay.date(days.quotient)
        guard (1...9999).contains(day.year) else { return day.year < 1 ? first : last }
        let clock = [days.remainder / 3600, days.remainder / 60 % 60, days.remainder % 60].map { padded($0, 2) }
        return [padded(day.year, 4), padded(day.month, 2), padded(day.day, 2)].joined(separator: "-") + "T"
            + clock.joined(separator: ":") + fraction(seconds.remainder) + suffix(offset)
    }

    /// Returns a date in UTC with at least three digits after the second, so that the length does not depend on the date.
    package static func milliseconds(_ date: Date) -> String {
        let parts = text(date).dropLast().split(separator: ".")
        let digits = parts.count > 1 ? String(parts[1]) : ""
        return parts[0] + "." + digits + String(repeating: "0", count: max(0, 3 - digits.count)) + "Z"
    }

    private static let first = "0001-01-01T00:00:00Z"
    private static let last = "9999-12-31T23:59:59Z"

    /// Returns the seconds east of UTC. Offsets that FHIR cannot represent, such as those before time zones were introduced, are
    /// treated as zero.
    private static func offset(of zone: TimeZone, at date: Date) -> Int {
        let offset = zone.secondsFromGMT(for: date)
        return offset.isMultiple(of: 60) && offset.magnitude <= 14 * 3600 ? offset : 0
    }

    private static func suffix(_ offset: Int) -> String {
        if offset == 0 { return "Z" }
        return (offset < 0 ? "-" : "+") + padded(offset.magnitude / 3600, 2) + ":"
            + padded(offset.magnitude / 60 % 60, 2)
    }

    private static func fraction(_ microseconds: Int) -> String {
        if microseconds == 0 { return "" }
        var digits = padded(microseconds, 6)
        while digits.last == "0" { digits.removeLast() }
        return "." + digits
    }

    static func floored(_ number: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
