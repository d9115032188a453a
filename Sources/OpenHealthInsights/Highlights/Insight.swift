// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A statement about one type, as figures that a program can put into words.
package struct Insight: Sendable, Hashable {
    /// The kind of a statement.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The average day of a period, beside the period before.
        case comparison
        /// A change that has held for weeks.
        case trend
        /// The usual range of a figure and its latest day.
        case range
        /// The highest day of all.
        case record
        /// Consecutive days that reach a goal.
        case streak
        /// The category of the average blood pressure.
        case bloodPressure
        /// The level of the maximal oxygen uptake.
        case cardioFitness
        /// The level of the walking speed.
        case walkingSpeed
        /// The times, the regularity and the length of sleep.
        case sleep
    }

    /// Days that a figure is of.
    package struct Period: Sendable, Hashable {
        /// The number of the first day, counted from 1970-01-01.
        package var firstDay: Int
        /// The number of the last day.
        package var lastDay: Int
        /// The number of days with data, or of weeks with data for trends.
        package var count: Int

        package init(firstDay: Int, lastDay: Int, count: Int) {
            self.firstDay = firstDay
            self.lastDay = lastDay
            self.count = count
        }
    }

    /// The figure of another period.
    package struct Before: Sendable, Hashable {
        package var period: Period
        package var value: Double

        package init(period: Period, value: Double) {
            self.period = period
            self.value = value
        }
    }

    /// Two bounds.
    package struct Bounds: Sendable, Hashable {
        package var low: Double
        package var high: Double

        package init(low: Double, high: Double) {
            self.low = low
            self.high = high
        }

        init(_ range: ClosedRange<Double>) { self.init(low: range.lowerBound, high: range.upperBound) }
    }

    /// The level of a figure in a published table.
    package struct Level: Sendable, Hashable {
        /// The name of the table.
        package var table: String
        package var level: String

        package init(table: String, level: String) {
            self.table = table
            self.level = level
        }
    }

    /// The change from week to week.
    package struct Slope: Sendable, Hashable {
        package var value: Double
        package var interval: Bounds

        package init(value: Double, interval: Bounds) {
            self.value = value
            self.interval = interval
        }
    }

    /// The times of sleep; all numbers are seconds, but for the regularity.
    package struct Sleep: Sendable, Hashable {
        package var onset: Double
        package var onsetDeviation: Double
        package var wake: Double
        package var wakeDeviation: Double
        package var regularity: Double?
        package var weekendShift: Double?
        package var missing: Double
        package var missingNights: Int

        package init(
            onset: Double, onsetDeviation: Double, wake: Double, wakeDeviation: Double, regularity: Double?,
            weekendShift: Double?, missing: Double, missingNights: Int
        ) {
            self.onset = onset
            self.onsetDeviation = onsetDeviation
            self.wake = wake
            self.wakeDeviation = wakeDeviation
            self.regularity = regularity
            self.weekendShift = weekendShift
            self.missing = missing
            self.missingNights = missingNights
        }
    }

    package var kind: Kind
    /// The identifier of the type.
    package var type: String
    /// The unit of the figures.
    package var unit: String
    /// Whether the statement is worth a sentence on a page of a few.
    package var isHighlight: Bool
    package var period: Period
    /// The figure: an average, a level, the value of a day, or the number of days of a streak.
    package var value: Double
    /// The diastolic pressure.
    package var secondValue: Double?
    package var before: Before?
    /// The 95 % confidence interval of the difference, or the usual range.
    package var interval: Bounds?
    /// Whether the day of a range is an outlier.
    package var isOutlier: Bool?
    /// The days of the weeks in which the new level of a trend can have begun.
    package var start: Period?
    /// `step` or `gradual`.
    package var shape: String?
    package var slope: Slope?
    package var goal: Double?
    /// The longest streak, in days.
    package var longest: Int?
    package var levels: [Level]
    package var sleep: Sleep?

    package init(
        kind: Kind, type: String, unit: String, isHighlight: Bool, period: Period, value: Double,
        secondValue: Double? = nil, before: Before? = nil, interval: Bounds? = nil, isOutlier: Bool? = nil,
        shape: String? = nil, slope: Slope? = nil, goal: Double? = nil, longest: Int? = nil, levels: [Level] = [],
        sleep: Sleep? = nil
    ) {
        self.kind = kind
        self.type = type
        self.unit = unit
        self.isHighlight = isHighlight
        self.period = period
        self.value = value
        self.secondValue = secondValue
        self.before = before
        self.interval = interval
        self.isOutlier = isOutlier
        self.shape = shape
        self.slope = slope
        self.goal = goal
        self.longest = longest
        self.levels = levels
        self.sleep = sleep
    }
}
