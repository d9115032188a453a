// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The filter of an app for one type: its permission and a predicate, compiled for rows of the table.
package final class SampleFilter {
    package let type: StoredType
    package let reader: RecordReader
    package let visibility: SampleVisibility
    /// The ranges of start dates of matching samples.
    package let starts: StartRanges
    /// The condition for the database; ``object(_:)`` filters its results further.
    package let condition: SQLCondition?
    private let predicate: PredicateNode
    private let row: RowPredicate
    private let relations: StoredRelations
    private let builder: ObjectBuilder
    private let work = StoreWork.current

    package init(
        _ type: StoredType, _ predicate: PredicateNode, _ visibility: SampleVisibility, _ reader: RecordReader,
        builder: ObjectBuilder, for viewer: any SampleViewer
    ) throws {
        self.type = type
        self.reader = reader
        self.visibility = visibility
        self.predicate = predicate.simplified
        self.builder = builder
        relations = try StoredRelations(reader, for: viewer)
        row = RowPredicate(self.predicate, reader, type: type, relations: relations)
        let sql = try PredicateSQL(reader, type: type, for: self.predicate, relations: relations)
        let visible = try visibility.narrowing(reader.db, type: type.number)
        let condition = SQLCondition.all([try sql.condition(self.predicate), visible.condition])
        starts = try sql.starts(self.predicate).intersection(visible.starts)
        // Each time range binds all arguments again. If there are many of both, the time ranges are selective enough.
        let bindings = starts.ranges.count * (condition?.arguments.count ?? 0)
        self.condition = bindings <= Self.maximumBindings ? condition : nil
    }

    /// The maximum number of arguments that one read binds for all time ranges.
    private static let maximumBindings = 1_000_000

    /// Returns a sample as an object if it matches, or nil.
    package func object(_ sample: RawSample) throws -> HKSample? {
        try work?.check()
        guard try visibility.sees(sample, reader) else { return nil }
        switch try row(sample) {
        case .no: return nil
        case .yes: return try builder.object(sample)
        case .unknown:
            guard let object = try builder.object(sample) else { return nil }
            return try fits(object) ? object : nil
        }
    }

    /// Returns whether a sample matches. Creates an object only if the row isn't sufficient.
    package func passes(_ sample: RawSample) throws -> Bool {
        try work?.check()
        guard try visibility.sees(sample, reader) else { return false }
        switch try row(sample) {
        case .no: return false
        case .yes where isSurelyAnObject(sample): return true
        case .yes: return try builder.object(sample) != nil
        case .unknown: return try builder.object(sample).map(fits) ?? false
        }
    }

    private func fits(_ object: HKSample) throws -> Bool {
        let fits = predicate.matches(object, relations: relations)
        if let failure = relations.failure { throw failure }
        return fits
    }

    private func isSurelyAnObject(_ sample: RawSample) -> Bool {
        switch type.sampleType {
        case is HKQuantityType: !sample.value.isNaN
        case is HKCategoryType: sample.text == nil && (sample.value.isNaN || sample.value == sample.value.rounded())
        default: false
        }
    }

    /// Returns the request for its rows.
    package func request(newestFirst: Bool = false, after place: SortedPlace? = nil) -> SampleScan.Request {
        SampleScan.Request(
            type: type.number, starts: starts, condition: condition, newestFirst: newestFirst, after: place)
    }
}
