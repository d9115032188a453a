// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Figures that were computed, for people.
enum FigureText {
    /// Six digits, and all of the whole part: the last digits of a sum of shares are noise.
    static func short(_ number: Double) -> String {
        guard abs(number) >= 1e5, abs(number) < 1e15 else { return NumberText.short(number) }
        return NumberText.exact(number.rounded())
    }

    /// Four digits, and all of the whole part, for the narrow room beside a chart.
    static func brief(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if abs(number) >= 1000, abs(number) < 1e15 { return NumberText.exact(number.rounded()) }
        return String(format: "%.4g", number)
    }
}
