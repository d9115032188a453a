// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// The rows of the statistics of a type.
struct BucketPlan {
    /// The hour at which nights begin if rows are nights.
    static let evening = 18

    /// The rows.
    let buckets: CivilBuckets
    /// The start of one of the rows.
    let anchor: Date
    /// The length of the rows.
    let length: BucketLength
    /// Whether rows last from evening to evening, so that each night is in one row.
    let isNightly: Bool

    init(length: BucketLength, anchor: Date, zone: TimeZone, isNightly: Bool = false) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        buckets = try CivilBuckets(anchor: anchor, interval: length.components, calendar: calendar)
        self.anchor = anchor
        self.length = length
        self.isNightly = isNightly
    }

    /// Returns whether rows of a length begin in the evening for a type.
    static func isNightly(_ length: BucketLength, _ type: HealthTypeDescription) -> Bool {
        guard type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue else { return false }
        return length.unit == .day || length.unit == .week
    }

    /// Returns the default start of a row: midnight of the first day of a week, month or year, depending on the length, or the
    /// evening before.
    static func anchorText(_ length: BucketLength, isNightly: Bool, firstWeekday: Weekday = .monday) -> String {
        switch (length.unit == .week, isNightly) {
        case (false, false): "2000-01-01"
        // 2000-01-02 was a Sunday.
        case (true, false): "2000-01-0\(firstWeekday.rawValue + 1)"
        case (false, true): "1999-12-31T\(evening):00"
        case (true, true): "2000-01-0\(firstWeekday.rawValue)T\(evening):00"
        }
    }
}
