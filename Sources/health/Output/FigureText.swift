// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of computed numbers for people.
enum FigureText {
    /// Returns six digits, or the whole integer part: the last digits of a sum of shares are rounding errors.
    static func short(_ number: Double) -> String {
        guard abs(number) >= 1e5, abs(number) < 1e15 else { return NumberText.short(number) }
        return NumberText.exact(number.rounded())
    }

    /// Returns four digits, or the whole integer part, for the narrow space next to a chart.
    static func brief(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if abs(number) >= 1000, abs(number) < 1e15 { return NumberText.exact(number.rounded()) }
        return String(format: "%.4g", number)
    }
}
