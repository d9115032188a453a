// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
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

/// An action in the access log.
package enum AccessAction: String, Sendable, Hashable, CaseIterable {
    /// The app read samples or statistics.
    case read
    /// The app exported all samples that it can read.
    case export
    /// The app saved samples.
    case save
    /// The app deleted its own samples.
    case delete
    /// The owner allowed the app to read a type.
    case grantRead
    /// The owner allowed the app to save a type.
    case grantSave
    /// The owner denied or revoked permission to read a type.
    case revokeRead
    /// The owner denied or revoked permission to save a type.
    case revokeSave
}

/// An action of an app on one type, for the access log.
package struct AccessNote: Sendable, Hashable {
    /// The identifier of the type.
    package var type: String
    /// The number of samples, values or buckets.
    package var count: Int
    /// The dates of the samples, in seconds since 1970; nil for data without dates.
    package var dates: ClosedRange<Double>?

    package init(_ type: HKObjectType, count: Int, dates: ClosedRange<Double>? = nil) {
        self.type = type.identifier
        self.count = count
        self.dates = dates
    }

    /// Returns a note for each type of some samples, including the members of correlations.
    static func samples(_ samples: [HKSample]) -> [AccessNote] {
        var notes: [AccessNote] = []
        for sample in samples {
            add(sample, to: &notes)
            for member in (sample as? HKCorrelation)?.objects ?? [] { add(member, to: &notes) }
        }
        return notes
    }

    private static func add(_ sample: HKSample, to notes: inout [AccessNote]) {
        let (start, end) = (sample.startDate.timeIntervalSince1970, sample.endDate.timeIntervalSince1970)
        let (type, dates) = (sample.sampleType.identifier, min(start, end)...max(start, end))
        // Samples are usually grouped by type, and there are few types.
        if let place = notes.lastIndex(where: { $0.type == type }) {
            notes[place].add(count: 1, dates: dates)
        } else {
            notes.append(AccessNote(sample.sampleType, count: 1, dates: dates))
        }
    }

    /// Returns a note for statistics of time intervals, or an empty array if there are no intervals.
    static func figures(_ type: HKObjectType, _ stretches: [(start: Date, end: Date)]) -> [AccessNote] {
        guard let first = stretches.first else { return [] }
        let start = stretches.reduce(first.start) { min($0, $1.start) }.timeIntervalSince1970
        let end = stretches.reduce(first.end) { max($0, $1.end) }.timeIntervalSince1970
        return [AccessNote(type, count: stretches.count, dates: start...max(start, end))]
    }

    mutating func add(count more: Int, dates others: ClosedRange<Double>?) {
        count += more
        guard let others else { return }
        dates = dates.map { min($0.lowerBound, others.lowerBound)...max($0.upperBound, others.upperBound) } ?? others
    }
}
