// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The components of a FHIR date: the given components of `2026-03-14T07:30:00.25+01:00`.
struct FHIRDateParts {
    struct Clock {
        var hour: Int
        var minute: Int
        var second: Int?
        /// The digits of the fraction.
        var fraction: String?
        /// The offset of the time zone, in seconds east of UTC.
        var offset = 0
    }

    var year: Int
    var month: Int?
    var day: Int?
    var clock: Clock?

    /// Parses a date without checking that its day exists; returns nil if the string is not a date.
    init?(_ text: String) {
        // A plus sign that is not escaped in a query arrives as a space.
        var scanner = DigitScanner(text.replacing(" ", with: "+"))
        guard let year = scanner.number(digits: 4), year > 0 else { return nil }
        self.year = year
        if scanner.isAtEnd { return }
        guard scanner.take("-"), let month = scanner.number(digits: 2) else { return nil }
        self.month = month
        if scanner.isAtEnd { return }
        guard scanner.take("-"), let day = scanner.number(digits: 2) else { return nil }
        self.day = day
        if scanner.isAtEnd { return }
        guard scanner.take("T"), let clock = Self.clock(&scanner), scanner.isAtEnd else { return nil }
        self.clock = clock
    }

    private static func clock(_ scanner: inout DigitScanner) -> Clock? {
        guard let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2) else {
            return nil
        }
        var clock = Clock(hour: hour, minute: minute)
        if scanner.take(":") {
            guard let second = scanner.number(digits: 2) else { return nil }
            clock.second = second
            if scanner.take(".") {
                guard let digits = scanner.digits(1...12) else { return nil }
                clock.fraction = digits
            }
        }
        if scanner.isAtEnd { return clock }
        guard let offset = scanner.offset(upToHours: 14) else { return nil }
        clock.offset = offset
        return clock
    }
}
