// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// The way to answer a query for statistics.
enum StatisticsShape {
    /// No samples can match.
    case nothing
    /// All samples that overlap an interval in seconds since 1970, which stored cells can answer.
    case interval(from: Double, to: Double)
    /// The samples have to be evaluated individually.
    case samples

    /// Determines the shape of a query.
    init(_ db: Database, _ part: SampleQuery.Part, access: SampleAccess, own: Set<Int64>) throws {
        let predicate = part.predicate.simplified
        if case .constant(false) = predicate {
            self = .nothing
            return
        }
        guard let type = try StatisticsQuery.number(db, type: part.type.identifier) else {
            self = .nothing
            return
        }
        if access == .own, own.isEmpty {
            self = .nothing
            return
        }
        guard access == .all else {
            self = .samples
            return
        }
        switch predicate {
        case .constant: self = .interval(from: -.infinity, to: .infinity)
        case .interval(let interval):
            guard interval.from < interval.to else {
                self = .nothing
                return
            }
            self =
                try Self.isWhole(db, type: type, interval)
                ? .interval(from: interval.from, to: interval.to) : .samples
        default: self = .samples
        }
    }

    /// Returns whether an interval contains all samples that overlap it. This is always the case unless the interval is strict
    /// about starts or ends and a sample crosses its edge.
    private static func isWhole(_ db: Database, type: Int64, _ interval: PredicateInterval) throws -> Bool {
        func exists(_ condition: String, from: Double, to: Double) throws -> Bool {
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3 AND \(condition))
                        """),
                arguments: [type, try TypeExtents.earliestStart(db, type: type, endingFrom: from), to, from]) ?? true
        }
        if interval.isStartStrict, interval.from.isFinite {
            if try exists("end > ?4", from: interval.from, to: interval.from) { return false }
        }
        // A sample that ends at the start of the interval doesn't overlap the interval, but ends in it.
        if interval.isEndStrict, !interval.isStartStrict, interval.from.isFinite {
            if try exists("end = ?4", from: interval.from, to: interval.from) { return false }
        }
        // A sample that ends at the end of the interval isn't in the interval either.
        if interval.isEndStrict, interval.to.isFinite {
            if try exists("end >= ?4", from: interval.to, to: interval.to) { return false }
        }
        return true
    }
}
