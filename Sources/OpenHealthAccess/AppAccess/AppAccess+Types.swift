// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppAccess {
    /// Returns the sample types with visible samples, sorted by identifier, with the range of their dates. Types that the app
    /// hasn't requested or can't read are only included with its own samples. Samples aren't counted.
    /// - Throws: An `HKError`.
    package func visibleTypes() throws -> [VisibleType] {
        try read(noting: { $0.flatMap { AccessNote.figures($0.type, [($0.earliest, $0.latest)]) } }) { db in
            let reader = RecordReader(db)
            let builder = ObjectBuilder(reader, isVisible: try sight(reader))
            let numbers = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM sample_type ORDER BY identifier"))
            return try numbers.compactMap { number -> VisibleType? in
                let facts = try reader.type(number)
                guard let type = facts.sampleType else { return nil }
                let rule: SampleVisibility
                do {
                    rule = try visibility(db, type)
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    return nil
                }
                let range: (first: Double, last: Double)?
                if case .access(.all) = rule.rule, !(type is HKCorrelationType) {
                    range = try TypeExtents.range(db, type: number)
                } else {
                    // A correlation isn't visible if the app can't read any of its members.
                    range = try Self.range(of: rule, type: number, reader) { sample in
                        try rule.sees(sample, reader)
                            && (!(type is HKCorrelationType) || (try builder.object(sample)) != nil)
                    }
                }
                guard let range else { return nil }
                return VisibleType(
                    type: type, earliest: Date(timeIntervalSince1970: range.first),
                    latest: Date(timeIntervalSince1970: range.last))
            }
        }
    }

    /// Returns the earliest start and the latest end of the visible samples of a type, or nil if there are none.
    private static func range(
        of rule: SampleVisibility, type: Int64, _ reader: RecordReader, _ sees: (RawSample) throws -> Bool
    ) throws -> (first: Double, last: Double)? {
        let db = reader.db
        let (condition, starts) = try rule.narrowing(db, type: type)
        func scan(_ starts: StartRanges, newestFirst: Bool = false) throws -> SampleScan {
            let scan = try SampleScan(
                db, type: type, starts: starts, condition: condition, newestFirst: newestFirst)
            while let sample = scan.current, try !sees(sample) { try scan.advance() }
            return scan
        }
        guard let first = try scan(starts).current, let last = try scan(starts, newestFirst: true).current else {
            return nil
        }
        // The sample with the latest end doesn't necessarily have the latest start, but it ends after that.
        let reach = try TypeExtents.earliestStart(db, type: type, endingFrom: last.start)
        let ends = try scan(starts.intersection(StartRanges(from: reach, through: .infinity)))
        var end = last.end
        while let sample = ends.current {
            if try sees(sample) { end = max(end, sample.end) }
            try ends.advance()
        }
        return (first.start, end)
    }
}

/// A sample type with samples that are visible to an app.
package struct VisibleType: Sendable, Equatable {
    /// The type.
    package var type: HKSampleType
    /// The start date of the earliest visible sample.
    package var earliest: Date
    /// The end date of the latest visible sample.
    package var latest: Date
}
