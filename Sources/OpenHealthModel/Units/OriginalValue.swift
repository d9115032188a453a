// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A conversion from the canonical value of a sample back to the value in its original unit.
///
/// A conversion to the canonical unit and back has an error of a few units in the sixteenth digit. Fifteen digits are
/// preserved, which is more than any source writes.
package struct OriginalValue {
    private let back: UnitConversion
    private let forth: UnitConversion

    /// Creates a conversion from a canonical unit to the original unit; `nil` if the units are not compatible.
    package init?(canonical: HKUnit, original: HKUnit) {
        guard let back = canonical.conversion(to: original), let forth = original.conversion(to: canonical) else {
            return nil
        }
        self.back = back
        self.forth = forth
    }

    /// Returns the value in its original unit.
    package func callAsFunction(_ canonical: Double) -> Double {
        if back == .identity { return canonical }
        let value = back(canonical)
        if back.offset != 0 {
            // Temperatures lose digits near the zero of either scale. The original value is the shortest number that converts
            // to the same canonical value.
            for digits in 1..<15 {
                let shorter = Self.rounded(value, digits: digits)
                if forth(shorter) == canonical { return shorter }
            }
        }
        return Self.rounded(value, digits: 15)
    }

    /// Returns a number rounded to a number of significant digits.
    package static func rounded(_ number: Double, digits: Int) -> Double {
        let size = number.magnitude
        // If the power of ten is exact, one multiplication and one division round correctly; the division returns the double
        // that is nearest to the decimal number.
        guard size >= 1e-6, size < 1e15 else {
            guard number != 0, number.isFinite else { return number }
            return Double(String(format: "%.*e", digits - 1, number)) ?? number
        }
        // checked: the size is between 1e-6 and 1e15
        let power = digits - 1 - Int(log10(size).rounded(.down))
        return power >= 0
            ? (number * powers[power]).rounded() / powers[power]
            : (number / powers[-power]).rounded() * powers[-power]
    }

    /// The powers of ten that a double represents exactly.
    private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? pow(10, Double($0)) }
}
