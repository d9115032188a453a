// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Content that apps and the person added beside samples.
extension StoreContents {
    /// A table of content beside samples.
    package enum OtherTable: CaseIterable {
        case attachments
        case medications
        case effortRelations
        /// The symptoms that are linked with electrocardiograms.
        case electrocardiogramSymptoms
        /// The person's decisions which workouts are one effort.
        case effortDecisions
        /// The documents of Nightscout without a sample, such as profiles.
        case nightscoutDocuments
    }

    /// The number of rows of a table that belong to the selection.
    ///
    /// Rows that belong to a sample are selected with it. Others are selected with everything, and medications also with their type.
    package func count(_ table: OtherTable) throws -> Int {
        switch table {
        case .attachments: try count("attachment", ofSamples: "sample")
        case .effortRelations: try count("effort_relation", ofSamples: "workout")
        case .electrocardiogramSymptoms: try count("electrocardiogram_sample", ofSamples: "electrocardiogram")
        case .medications:
            try count(
                "medication",
                if: selection.types?.contains(HKObjectType.userAnnotatedMedicationType().identifier)
                    ?? selection.isEverything)
        case .effortDecisions: try count("effort_choice", if: selection.isEverything)
        case .nightscoutDocuments:
            try count(
                """
                nightscout_document AS d
                WHERE valid = 1 AND NOT EXISTS (SELECT 1 FROM nightscout_part AS p WHERE p.document = d.id)
                """, if: selection.isEverything)
        }
    }

    private func count(_ rows: String, if isSelected: Bool) throws -> Int {
        isSelected ? try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0 : 0
    }

    /// Returns the number of rows whose sample is selected.
    /// - Parameter column: The column with the place of the sample in the order of changes.
    private func count(_ table: String, ofSamples column: String) throws -> Int {
        if selection.isEverything { return try count(table, if: true) }
        let places = try Row.fetchAll(
            db, sql: "SELECT \(column) AS place, count(*) AS count FROM \(table) GROUP BY \(column)")
        return try places.reduce(0) { sum, row in
            guard let sample = try SampleLookup.sample(reader, at: row.value(of: "place")), try isSelected(sample)
            else { return sum }
            return sum + (try row.value(Int.self, of: "count"))
        }
    }

    private func isSelected(_ sample: RawSample) throws -> Bool {
        guard try selection.includes(type: type(sample)),
            try selection.sources?.contains(origin(sample).name) ?? true
        else { return false }
        return selection.includes(from: sample.start, through: max(sample.start, sample.end))
    }
}

/// The figures of intervals that apps pushed.
extension StoreContents {
    /// Calls a function with the selected figures, in order of type and start.
    ///
    /// With sources, a figure is selected if all its sources are: one of several sources cannot be divided.
    package func forEachAggregate(_ body: (StoredAggregate) throws -> Void) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        try AggregateTable.forEach(db) { aggregate in
            let point = aggregate.point
            guard selection.includes(type: point.type) else { return }
            if let sources = selection.sources {
                let names = point.sources.split(separator: "|").map(String.init)
                guard !names.isEmpty, names.allSatisfy(sources.contains) else { return }
            }
            // A day that ends when the range begins is not in the range.
            guard selection.includes(from: point.start, through: Self.end(of: point, calendar).nextDown) else { return }
            try body(aggregate)
        }
    }

    /// The number of selected figures.
    package func aggregateCount() throws -> Int {
        var count = 0
        try forEachAggregate { _ in count += 1 }
        return count
    }

    /// The types with selected samples or with figures, in order of their identifiers.
    package func typesWithAggregates() throws -> [SampleType] {
        let known = Set(types.map(\.number))
        let others = try Int64.fetchAll(db, sql: "SELECT DISTINCT type FROM aggregate_point").filter {
            !known.contains($0)
        }.map(reader.type).filter { selection.includes(type: $0.identifier) }
        if others.isEmpty { return types }
        let added = others.map {
            SampleType(identifier: $0.identifier, kind: $0.description?.kind, count: 0, number: $0.number)
        }
        return (types + added).sorted { $0.identifier < $1.identifier }
    }

    /// Returns the end of the interval of a figure, by the calendar if the push did not state it.
    private static func end(of point: AggregatedPoint, _ calendar: Calendar) -> Double {
        if point.end > point.start { return point.end }
        let start = Date(timeIntervalSince1970: point.start)
        let end = point.interval.component.flatMap { calendar.date(byAdding: $0, value: 1, to: start) }
        return end?.timeIntervalSince1970 ?? point.start.nextUp
    }
}
