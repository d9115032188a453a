// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Insights {
    /// The number of days of a correlation.
    package static let correlationDays = 365

    /// Returns the correlation of two types in the last year; nil if too few days have both.
    /// - Parameter lag: the number of days by which the second type is later.
    package func correlation(_ first: String, _ second: String, lag: Int = 0) -> DailyCorrelation? {
        guard let one = input.series[first], let other = input.series[second] else { return nil }
        let days = end - Self.correlationDays..<end
        return DailyCorrelation(one.part(days), other.part(days), lag: lag)
    }
}
