// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of percentages for people. HealthKit's unit `%` is a fraction, so 95 % is the value 0.95; JSON, CSV and the store's
/// views contain the fraction.
enum PercentText {
    /// The unit of fractions.
    static let unit = "%"

    /// Returns a value as a table or chart shows it: fractions in hundredths with one decimal (three digits below 1 %), values of
    /// other units unchanged.
    static func shown(_ value: Double, unit: String?) -> Double {
        guard unit == Self.unit, value.isFinite else { return value }
        let percent = value * 100
        let size = abs(percent)
        let decimals = size >= 1 || size == 0 ? 1 : min(8, 2 - Int(log10(size).rounded(.down)))
        let scale = pow(10, Double(decimals))
        return (percent * scale).rounded() / scale
    }
}
