// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension DigitScanner {
    /// Reads `08:00`, `08:00:05` or `08:00:05.25`, and returns the seconds.
    mutating func timeOfDay() -> Double? {
        guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else {
            return nil
        }
        let seconds = Double(hour * 3600 + minute * 60)
        guard take(":") else { return seconds }
        guard let second = number(digits: 2), second < 60 else { return nil }
        guard take(".") else { return seconds + Double(second) }
        guard let digits = digits(1...30), let fraction = Double("\(second).\(digits)") else { return nil }
        return seconds + fraction
    }

    /// Reads `Z`, `+01:00`, `+0100` or `+01`, with or without a preceding space, and returns the seconds east of UTC.
    mutating func offset() -> Int? {
        _ = take(" ")
        if take("Z", or: "z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = number(digits: 2), hours <= 18 else { return nil }
        let sign = isEast ? 1 : -1
        if isAtEnd { return sign * hours * 3600 }
        _ = take(":")
        guard let minutes = number(digits: 2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
