// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns a summary of each type, sorted by identifier. Activity summaries and unknown elements are included as types.
    /// - Throws: A ``StoreError``.
    public func types() throws -> [TypeSummary] {
        try read { db in
            let reader = RecordReader(db)
            var summaries = try Int64.fetchAll(db, sql: "SELECT id FROM sample_type").compactMap { number in
                try Self.summary(db, try reader.type(number))
            }
            summaries += try Self.activitySummary(db).map { [$0] } ?? []
            let elements = try Row.fetchAll(
                db, sql: "SELECT name, count(*) AS count FROM unknown_element GROUP BY name")
            for row in elements {
                let name: String = try row.value(of: "name")
                summaries.append(
                    TypeSummary(
                        identifier: name, name: name, kind: .unknownElement, unit: nil,
                        count: try row.value(of: "count")))
            }
            return summaries.sorted { $0.identifier < $1.identifier }
        }
    }

    private static func summary(_ db: Database, _ type: StoredType) throws -> TypeSummary? {
        // The number of rows is part of the checksums, so the samples need not be read.
        let count =
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT sum(count) FROM sample_sum WHERE type = ?"), arguments: [type.number])
            ?? 0
        guard count > 0, let range = try TypeExtents.range(db, type: type.number) else { return nil }
        return TypeSummary(
            identifier: type.identifier, name: type.description?.swiftName ?? type.identifier,
            kind: TypeSummary.Kind(type.description?.kind), unit: type.unit, count: count,
            earliest: Date(timeIntervalSince1970: range.first), latest: Date(timeIntervalSince1970: range.last))
    }

    private static func activitySummary(_ db: Database) throws -> TypeSummary? {
        let row = try Row.fetchOne(
            db, sql: "SELECT count(*) AS count, min(day) AS first, max(day) AS last FROM activity_summary")
        guard let row, let count = try row.value(Int?.self, of: "count"), count > 0 else { return nil }
        let zone = try Self.homeTimeZone(db) ?? TimeZone(secondsFromGMT: 0) ?? .current
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        func midnight(_ day: String?) -> Date? {
            let parts = (day ?? "").split(separator: "-").compactMap { Int($0) }
            guard parts.count == 3 else { return nil }
            return calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
        }
        let type = HKObjectType.activitySummaryType()
        return TypeSummary(
            identifier: type.identifier, name: "activitySummary", kind: .other, unit: nil, count: count,
            earliest: midnight(try row.value(of: "first")), latest: midnight(try row.value(of: "last")))
    }
}

extension TypeSummary.Kind {
    init(_ kind: HealthTypeDescription.Kind?) {
        switch kind {
        case .quantity: self = .quantity
        case .category: self = .category
        case .workout: self = .workout
        case .correlation: self = .correlation
        case nil: self = .unknown
        default: self = .other
        }
    }
}

/// A summary of one type.
public struct TypeSummary: Sendable, Equatable {
    /// The kind of a type.
    public enum Kind: String, Sendable, CaseIterable {
        /// Numbers with a unit.
        case quantity
        /// Values of an enumeration.
        case category
        /// Workouts.
        case workout
        /// Groups of samples.
        case correlation
        /// Another known type.
        case other
        /// An unknown type.
        case unknown
        /// An unknown element of an export, kept as written.
        case unknownElement
    }

    /// The identifier of the type, or the name of the element.
    public var identifier: String
    /// The short name, such as `stepCount`, or the identifier if the type has no short name.
    public var name: String
    /// The kind of the type.
    public var kind: Kind
    /// The unit of stored values; nil if they have no unit.
    public var unit: String?
    /// The number of samples.
    public var count: Int
    /// The start date of the earliest sample.
    public var earliest: Date?
    /// The end date of the latest sample.
    public var latest: Date?
}
