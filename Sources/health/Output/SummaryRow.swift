// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A type in a summary.
struct SummaryRow {
    /// The kind of the values.
    enum Figure: String {
        /// Sums; the value of the 30 days is the average of the days with data.
        case sum
        /// Averages.
        case average
        /// Durations in seconds; the value of the 30 days is the average of the days with data.
        case duration
    }

    /// The identifier of the type.
    let type: String
    /// The kind of the values.
    let figure: Figure
    /// The unit of the values; `nil` for durations.
    let unit: String?
    /// Whether today is unfinished or the data of the type end during it, so that the values are incomplete.
    var isUnfinished = false
    /// The value of today.
    var today: Double?
    /// The value of this week.
    var week: Double?
    /// The value for one day of the last 30 finished days.
    var thirtyDays: Double?
    /// The number of days with data; `nil` for averages.
    var days: Int?
    /// The latest value; `nil` for sums and durations.
    var latest: Double?
    /// The start date of the latest sample.
    var latestDate: Date?

    /// Creates a row without values.
    init(type: String, figure: Figure, unit: String? = nil) {
        self.type = type
        self.figure = figure
        self.unit = unit
    }

    /// Whether the row has any value.
    var hasFigures: Bool { thirtyDays != nil || week != nil || today != nil }
}
