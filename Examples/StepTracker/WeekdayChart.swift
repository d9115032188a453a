// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A chart with one bar for each weekday.
struct WeekdayChart {
    let values: [(weekday: Int, value: Double)]
    let fractionLength: Int

    /// Whether the values are gains and losses, which show their sign.
    let isSigned: Bool

    private static let width = 24.0

    var lines: [String] {
        let format = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(fractionLength))
            .sign(strategy: isSigned ? .always(includingZero: false) : .automatic)
        let texts = values.map { $0.value.formatted(format) }
        let names = values.map { Calendar.current.weekdaySymbols[$0.weekday - 1] }
        let greatest = values.map { abs($0.value) }.max() ?? 0
        return values.indices.map { i in
            let length = greatest > 0 ? (abs(values[i].value) / greatest * Self.width).rounded() : 0
            let bar = String(repeating: values[i].value < 0 ? "░" : "█", count: Int(length))
            let line = Self.pad(names[i], to: names) + "  " + Self.pad(texts[i], to: texts, before: true) + "  " + bar
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func pad(_ text: String, to all: [String], before: Bool = false) -> String {
        let spaces = String(repeating: " ", count: (all.map(\.count).max() ?? 0) - text.count)
        return before ? spaces + text : text + spaces
    }
}
