// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The day with the highest figure of all days.
public struct DayRecord: Sendable, Hashable {
    /// The fewest days with data among which a day is a record.
    public static let fewestDays = 30

    /// The number of the day; the first of several with the same value.
    public let day: Int
    /// The value.
    public let value: Double
    /// The highest value of the days before; nil if there are none.
    public let previous: Double?
    /// The number of days with data.
    public let count: Int

    /// Finds the record.
    /// - Returns: nil if fewer than 30 days have data, or all days have the same value.
    public init?(of series: DailySeries) {
        let known = series.values.enumerated().compactMap { index, value in
            value.map { (day: series.firstDay + index, value: $0) }
        }
        guard known.count >= Self.fewestDays,
            let most = known.max(by: { ($0.value, -$0.day) < ($1.value, -$1.day) }),
            known.contains(where: { $0.value < most.value })
        else { return nil }
        day = most.day
        value = most.value
        previous = known.filter { $0.day < most.day }.map(\.value).max()
        count = known.count
    }
}
