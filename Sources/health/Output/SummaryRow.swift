// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One type at a glance.
struct SummaryRow {
    /// The kind of the figures.
    enum Figure: String {
        /// They add up; the figure of the 30 days is the average of the days with data.
        case sum
        /// They are averages.
        case average
        /// They are times that add up, in seconds; the figure of the 30 days is the average of the days with data.
        case duration
    }

    /// The identifier of the type.
    let type: String
    /// The kind of the figures.
    let figure: Figure
    /// The unit of the figures; nil for durations.
    let unit: String?
    /// Whether the data of the type go on during today, so that its figures and those of the week are so far.
    var isUnfinished = false
    /// The figure of today.
    var today: Double?
    /// The figure of this week, which begins on Monday.
    var week: Double?
    /// The figure of a day of the last 30 that are over.
    var thirtyDays: Double?
    /// The number of days with data; nil for averages.
    var days: Int?
    /// The latest value; nil for sums and durations.
    var latest: Double?
    /// When the latest sample began.
    var latestDate: Date?

    /// Creates a row without figures.
    init(type: String, figure: Figure, unit: String? = nil) {
        self.type = type
        self.figure = figure
        self.unit = unit
    }

    /// Whether any day that a figure is of has data.
    var hasFigures: Bool { thirtyDays != nil || week != nil || today != nil }
}
