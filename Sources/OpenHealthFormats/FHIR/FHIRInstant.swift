// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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

    private static let first = "0001-01-01T00:00:00Z"
    private static let last = "9999-12-31T23:59:59Z"

    /// Returns the seconds east of UTC. Offsets that FHIR cannot represent, such as those before time zones were introduced, are
    /// treated as zero.
    private static func offset(of zone: TimeZone, at date: Date) -> Int {
        let offset = zone.secondsFromGMT(for: date)
        return offset.isMultiple(of: 60) && abs(offset) <= 14 * 3600 ? offset : 0
    }

    private static func suffix(_ offset: Int) -> String {
        if offset == 0 { return "Z" }
        return (offset < 0 ? "-" : "+") + padded(abs(offset) / 3600, 2) + ":" + padded(abs(offset) / 60 % 60, 2)
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

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
