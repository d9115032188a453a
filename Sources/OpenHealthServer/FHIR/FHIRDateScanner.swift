// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Reads a date as FHIR has it: as much of `2026-03-14T07:30:00.25+01:00` as there is.
struct FHIRDateScanner {
    struct Clock {
        var hour: Int
        var minute: Int
        var second: Int?
        /// The digits behind the point.
        var fraction: String?
        /// Seconds east of UTC.
        var offset = 0
    }

    struct Parts {
        var year: Int
        var month: Int?
        var day: Int?
        var clock: Clock?
    }

    private var rest: Substring

    init(_ text: String) {
        // A plus sign that nobody escaped arrives as a space.
        rest = text.replacing(" ", with: "+")[...]
    }

    /// The parts, or nil where the text is no date. Whether there is such a day is not looked at.
    mutating func parts() -> Parts? {
        guard let year = number(4), year > 0 else { return nil }
        var parts = Parts(year: year)
        if rest.isEmpty { return parts }
        guard take("-"), let month = number(2) else { return nil }
        parts.month = month
        if rest.isEmpty { return parts }
        guard take("-"), let day = number(2) else { return nil }
        parts.day = day
        if rest.isEmpty { return parts }
        guard take("T"), let clock = clock(), rest.isEmpty else { return nil }
        parts.clock = clock
        return parts
    }

    private mutating func clock() -> Clock? {
        guard let hour = number(2), take(":"), let minute = number(2) else { return nil }
        var clock = Clock(hour: hour, minute: minute)
        if take(":") {
            guard let second = number(2) else { return nil }
            clock.second = second
            if take(".") {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard (1...12).contains(digits.count) else { return nil }
                clock.fraction = String(digits)
                rest = rest.dropFirst(digits.count)
            }
        }
        if rest.isEmpty || take("Z") { return clock }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 15, minutes < 60
        else { return nil }
        clock.offset = (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
        return clock
    }

    private mutating func take(_ letter: Character) -> Bool {
        guard rest.first == letter else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        rest = rest.dropFirst(count)
        return Int(digits)
    }
}
