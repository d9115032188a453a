// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The content of the tables of an export other than samples.
extension StoreContents {
    /// The unit of the stored values of a type; nil if it has none.
    package func unit(_ type: SampleType) throws -> String? { try reader.type(type.number).unit }

    /// The name of a category's value; nil for other types and unknown values.
    package func valueName(_ type: SampleType, _ value: Double) throws -> String? {
        try reader.type(type.number).valueName(value)
    }

    /// The IANA name of the time zone that the metadata of a sample has.
    package func timeZoneName(_ sample: RawSample) throws -> String? {
        sample.metadata < 0 ? nil : try reader.metadata(sample.metadata).zone
    }

    /// The figures of a quantity type in each day of the home time zone, over all sources, each moment counted once.
    package func dailyFigures(_ type: SampleType) throws -> [StatisticsRow] {
        let query = try StatisticsQuery(
            StatisticsRequest(
                type: type.identifier, from: selection.from, to: selection.to, buckets: try days(anchorHour: 0)))
        return try SampleStatistics(query: query, db: db, type: type.number).rows()
    }

    /// The durations of a category's values in each day of the home time zone. A moment belongs to one value.
    /// - Parameter anchorHour: the hour at which days begin; negative for the day before.
    package func dailyDurations(_ type: SampleType, anchorHour: Int) throws -> [CategoryRow] {
        let query = try CategoryQuery(
            type: type.identifier, from: selection.from, to: selection.to, buckets: try days(anchorHour: anchorHour))
        var timeline = try CategoryReader.ofAll(db, query)
        return timeline?.rows() ?? []
    }

    private func days(anchorHour: Int) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let anchor = calendar.date(from: DateComponents(year: 2000, month: 1, day: 1, hour: anchorHour))
        return try CivilBuckets(
            anchor: anchor ?? Date(timeIntervalSince1970: 946_684_800), interval: DateComponents(day: 1),
            calendar: calendar)
    }

    /// The sources, versions, machines and devices of the selected samples: each combination once, in the order of their numbers.
    package func origins() throws -> [Origin] {
        let names = selection.sources
        return try Int64.fetchAll(db, sql: "SELECT id FROM provenance ORDER BY id").map { try reader.origin($0) }.filter
        {
            names?.contains($0.name) ?? true
        }
    }
}
