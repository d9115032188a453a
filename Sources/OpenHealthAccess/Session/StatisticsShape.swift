// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

/// Which way a question about statistics goes.
enum StatisticsShape {
    /// No sample can be among it.
    case nothing
    /// All samples that share a moment with an interval, in seconds since 1970: kept cells answer.
    case interval(from: Double, to: Double)
    /// The samples have to be looked at one by one.
    case samples

    /// Looks at a question.
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

    /// Whether all samples that share a moment with an interval are in it: always, but where it is strict about starts or
    /// ends and a sample crosses the edge.
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
        // What only touches the beginning shares no moment with the interval, but ends in it.
        if interval.isEndStrict, !interval.isStartStrict, interval.from.isFinite {
            if try exists("end = ?4", from: interval.from, to: interval.from) { return false }
        }
        // What ends at the end itself is not in the interval either.
        if interval.isEndStrict, interval.to.isFinite {
            if try exists("end >= ?4", from: interval.to, to: interval.to) { return false }
        }
        return true
    }
}
