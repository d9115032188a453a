// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// Content that does not consist of samples.
extension StoreContents {
    /// The characteristics by their names in exports, if they are selected: by name, or as part of everything.
    /// - Parameter ofRange: Whether a selection by dates alone has them, too, for formats that cannot do without.
    package func characteristics(ofRange: Bool = false) throws -> [MetadataPair] {
        let isRange = selection.types == nil && selection.sources == nil
        guard selection.types != nil || selection.isEverything || ofRange && isRange else { return [] }
        return try Row.fetchAll(db, sql: "SELECT name, value FROM characteristic ORDER BY name").map {
            MetadataPair(key: try $0.value(of: "name"), value: try $0.value(of: "value"))
        }.filter { selection.includes(type: $0.key) }
    }

    /// The activity summaries, if they are selected. They have no source.
    package func activitySummaries() throws -> [ActivitySummaryData] {
        let type = HKObjectType.activitySummaryType().identifier
        guard selection.sources == nil, selection.includes(type: type) else { return [] }
        let first = selection.from.map { HKActivitySummary.name(ofDay: $0, in: timeZone) } ?? ""
        // The range ends before its last date.
        let last =
            selection.to.map { HKActivitySummary.name(ofDay: $0.addingTimeInterval(-0.001), in: timeZone) } ?? "~"
        return try Row.fetchAll(
            db, sql: "SELECT day, attributes FROM activity_summary WHERE day BETWEEN ? AND ? ORDER BY day",
            arguments: [first, last]
        ).map {
            ActivitySummaryData(
                day: try $0.value(of: "day"), values: MetadataPairs.read(try $0.value(of: "attributes")))
        }
    }

    /// The names of the person's medications by their concepts.
    package func medicationNames() throws -> [HKHealthConceptIdentifier: String] {
        let details = try String.fetchAll(db, sql: "SELECT detail FROM medication ORDER BY id")
        return details.reduce(into: [:]) { names, detail in
            let archive = JSONValue(detail).flatMap(ArchiveJSON.read)
            guard let medication = archive?.object("medication", as: HKUserAnnotatedMedication.self)?.medication else {
                return
            }
            names[medication.identifier] = medication.displayText
        }
    }

    /// The locale of the latest import.
    package func locale() throws -> String? {
        try String.fetchOne(db, sql: "SELECT locale FROM import WHERE locale IS NOT NULL ORDER BY id DESC LIMIT 1")
    }

    /// The numbers of unknown elements by name, if everything is selected.
    package func unknownElements() throws -> [(name: String, count: Int)] {
        guard selection.isEverything else { return [] }
        return try Row.fetchAll(
            db, sql: "SELECT name, count(*) AS count FROM unknown_element GROUP BY name ORDER BY name"
        ).map {
            (try $0.value(of: "name"), try $0.value(of: "count"))
        }
    }

    /// Whether a quantity sample has several readings.
    package func hasReadings(_ sample: RawSample) throws -> Bool {
        guard sample.ordinal < 0 else { return false }
        return try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM quantity_series_sample WHERE id = ?)"),
            arguments: [sample.id]) ?? false
    }
}

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

    /// The figures of a quantity type in each day of the home time zone, over all sources, each moment counted once. As
    /// in ``HealthDatabase/statistics(_:)``, the figures that phones pushed count where they exceed the samples.
    package func dailyFigures(_ type: SampleType) throws -> [StatisticsRow] {
        let days = try days(anchorHour: 0)
        return try StatisticsRequest.limited(from: selection.from, to: selection.to, buckets: days) { from, to in
            let request = StatisticsRequest(type: type.identifier, from: from, to: to, buckets: days)
            try request.check()
            let rows = try SampleSweep(db, request, type: type.number).rows()
            return try AggregateFigures(db, request, type: type.number, rows: rows).add(to: rows, request)
        }
    }

    /// The durations of a category's values in each day of the home time zone. A moment belongs to one value. Figures
    /// that phones pushed count at times without samples.
    /// - Parameter anchorHour: the hour at which days begin; negative for the day before.
    package func dailyDurations(_ type: SampleType, anchorHour: Int) throws -> [CategoryRow] {
        let days = try days(anchorHour: anchorHour)
        return try StatisticsRequest.limited(from: selection.from, to: selection.to, buckets: days) { from, to in
            try CategoryReader.rowsOfAll(
                db, CategoryQuery(type: type.identifier, from: from, to: to, buckets: days))
        }
    }

    private func days(anchorHour: Int) throws -> CivilBuckets {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let anchor = calendar.date(from: DateComponents(year: 2000, month: 1, day: 1, hour: anchorHour))
        return try CivilBuckets(
            anchor: anchor ?? Date(timeIntervalSince1970: 946_684_800), interval: DateComponents(day: 1),
            calendar: calendar)
    }

    /// The sources, versions, machines and devices of the selected samples: each combination once, with the number that samples have, in its order.
    package func origins() throws -> [(number: Int64, origin: Origin)] {
        let names = selection.sources
        return try Int64.fetchAll(db, sql: "SELECT id FROM provenance ORDER BY id").map { ($0, try reader.origin($0)) }
            .filter { names?.contains($0.1.name) ?? true }
    }
}
