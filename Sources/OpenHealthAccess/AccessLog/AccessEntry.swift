// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// The actions of an app on one type in one hour or one day.
package struct AccessEntry: Sendable, Hashable {
    /// The identifier of the app.
    package var app: String
    /// The identifier of the type.
    package var type: String
    /// The action.
    package var action: AccessAction
    /// The start of the hour or day.
    package var date: Date
    /// The number of requests.
    package var requests: Int
    /// The number of samples, values or buckets in total.
    package var count: Int
    /// The earliest and the latest date of the samples; nil if they have no dates.
    package var earliest: Date?
    package var latest: Date?

    /// The key of an entry in the table.
    struct Key: Hashable, Sendable {
        var hour: Int
        var app: String
        var type: String
        var action: AccessAction
    }

    /// Adds the numbers of another hour of the same day.
    mutating func add(_ other: AccessEntry) {
        requests += other.requests
        count += other.count
        earliest = [earliest, other.earliest].compactMap { $0 }.min()
        latest = [latest, other.latest].compactMap { $0 }.max()
    }
}

extension [AccessEntry] {
    /// Returns hourly entries combined by civil day, the latest day first, and sorted by app, type and action in each day.
    package func byDay(in zone: TimeZone) -> [AccessEntry] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var days: [AccessEntry.Key: AccessEntry] = [:]
        for entry in self {
            let day = calendar.startOfDay(for: entry.date)
            let start = Int(day.timeIntervalSince1970.rounded())  // checked: from an integer
            let key = AccessEntry.Key(hour: start, app: entry.app, type: entry.type, action: entry.action)
            if days[key] == nil {
                days[key] = entry
                days[key]?.date = day
            } else {
                days[key]?.add(entry)
            }
        }
        return days.values.sorted {
            ($1.date, $0.app, $0.type, $0.action.rawValue) < ($0.date, $1.app, $1.type, $1.action.rawValue)
        }
    }
}
