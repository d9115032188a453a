// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

/// The minute for which a reading of a sum counts if only its date is known, and not its end.
///
/// Health Auto Export sends the sums of minutes, with the fractions that it computes, and without an end. As instants, the readings of
/// two sources would never overlap, and both would count. The minute is that of the clock, so that sources whose readings have different
/// seconds overlap completely, and a reading is never divided among hours or days.
enum ReadingMinute {
    /// The length of a minute, in seconds.
    private static let length = 60.0

    /// Returns whether samples of a type extend over time and add up. Foods, doses of insulin, uses of an inhaler and falls are events.
    static func applies(to type: String) -> Bool {
        guard let description = HealthTypes.named(type), description.kind == .quantity,
            description.aggregationStyle == .cumulative
        else { return false }
        return EventRule(type: type) == .measurements
    }

    /// Returns the start of the minute that contains a time in seconds since 1970.
    static func start(of time: Double) -> Double { (time / length).rounded(.down) * length }

    /// Returns the end of the minute that contains a time in seconds since 1970.
    static func end(of time: Double) -> Double { start(of: time) + length }
}
