// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Numbers as decimals without an exponent.
enum PlainNumber {
    /// Returns the shortest text that reads back as the same number and has no exponent.
    static func text(_ number: Double) -> String {
        let text = "\(number)"
        if !text.utf8.contains(UInt8(ascii: "e")) { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
        let size = number.magnitude
        if size >= 1 { return String(format: "%.0f", number) }
        // As many decimals as seventeen significant digits take.
        let decimals = size == 0 ? 0 : min(340, 16 - Int(log10(size).rounded(.down)))  // checked: the size is below 1
        let plain = String(format: "%.*f", decimals, number)
        return String(plain.reversed().drop { $0 == "0" }.reversed())
    }
}
