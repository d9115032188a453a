// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestBasics

/// Strings in the formats of exports.
enum DemoText {
    /// Returns the wall clock time for hundredths of a second since midnight, in the format of a language.
    static func clock(_ centiseconds: Int64, _ language: DemoExport.Language) -> String {
        let time = Int(centiseconds % 8_640_000)
        let hour = time / 360_000
        let rest =
            ":\(DemoCalendar.pad(time / 6000 % 60)):\(DemoCalendar.pad(time / 100 % 60))"
            + (language.decimalSeparator == 0x2C ? "," : ".") + DemoCalendar.pad(time % 100)
        if language == .american { return "\((hour + 11) % 12 + 1)\(rest)\u{202F}\(hour < 12 ? "AM" : "PM")" }
        return DemoCalendar.pad(hour) + rest
    }

    /// Returns a random UUID in the format of version 4.
    static func uuid(_ generator: inout SeededGenerator) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for position in 0..<32 {
            if [8, 12, 16, 20].contains(position) { text.append("-") }
            var digit = generator.below(16)
            if position == 12 { digit = 4 }
            if position == 16 { digit = 8 + digit % 4 }
            text.append(digits[digit])
        }
        return text
    }

    /// Appends a number with a fixed number of decimals.
    static func append(_ value: Double, decimals: Int, separator: UInt8 = 0x2E, to bytes: inout [UInt8]) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int64((value * scale).rounded())
        if scaled < 0 { bytes.append(0x2D) }
        let digits = Array(String(scaled.magnitude).utf8)
        let padded = [UInt8](repeating: 0x30, count: max(0, decimals + 1 - digits.count)) + digits
        bytes.append(contentsOf: padded[..<(padded.count - decimals)])
        if decimals > 0 {
            bytes.append(separator)
            bytes.append(contentsOf: padded[(padded.count - decimals)...])
        }
    }
}
