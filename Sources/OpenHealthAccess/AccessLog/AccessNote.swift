// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

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
