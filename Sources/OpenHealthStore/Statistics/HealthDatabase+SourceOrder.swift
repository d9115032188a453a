// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Returns the priority of the sources of a type where they overlap, highest first. The sources that the person chose
    /// are followed by the others in the default order: manual entries, Apple Watch, iPhone, other Apple devices, others.
    /// In each group, the most recently active source is first. The array is empty if the store has no samples of the type.
    /// - Parameter type: The identifier of a quantity or category type.
    /// - Throws: A ``StoreError``: `invalidArgument` for other kinds of types, `notFound` for an unknown type.
    public func sourceOrder(type: String) throws -> [RankedSource] {
        try read { db in
            guard let number = try Self.number(db, ofRankedType: type) else { return [] }
            return try SourceOrder.read(db, type: number).ranked
        }
    }

    /// Sets the sources with the highest priority for a type. Other sources follow in the default order.
    /// - Parameters:
    ///   - sources: The numbers of the sources, highest priority first; they don't need to have samples of the type yet. An empty
    ///     array restores the default order.
    ///   - type: The identifier of a quantity or category type.
    /// - Throws: A ``StoreError``: `invalidArgument` for other kinds of types or a repeated source, `notFound` for a missing
    ///   source or type. The order is then unchanged.
    public func setSourceOrder(_ sources: [Int64], type: String) throws {
        try write { db in
            var stored = try Self.number(db, ofRankedType: type)
            var seen: Set<Int64> = []
            for source in sources {
                try Self.checkSource(db, source)
                guard seen.insert(source).inserted else {
                    throw StoreError(
                        .invalidArgument, message: "the source \(source) is named twice in the order for \(type)",
                        remedy: "name each source once")
                }
            }
            if stored == nil, !sources.isEmpty {
                let facts = try SharedRows(db)
                stored = try facts.type(type)
                try facts.createViews()
            }
            guard let number = stored else { return }
            try db.execute(sql: "DELETE FROM source_rank WHERE type = ?", arguments: [number])
            for (position, source) in sources.enumerated() {
                try db.execute(
                    sql: "INSERT INTO source_rank (type, position, source) VALUES (?, ?, ?)",
                    arguments: [number, position, source])
            }
            try RollupInvalidation.dropMerged(db, type: number)
            // Another workout of an effort can be the one that is shown.
            if type == HKWorkoutTypeIdentifier || EffortCopies.isSummed(type) {
                try EffortTable.noteChange(db, from: -1e18, to: 1e18)
            }
        }
    }

    /// Returns the number of a type whose sources have an order, or nil if the store doesn't contain the type yet.
    private static func number(_ db: Database, ofRankedType type: String) throws -> Int64? {
        let stored = try RecordReader.typeNumber(db, of: type)
        let isRanked: Bool
        switch HealthTypes.named(type)?.kind {
        case .quantity, .category, .workout: isRanked = true
        case nil:
            guard stored != nil else {
                throw StoreError(
                    .notFound, message: "there is no type \(type)",
                    remedy: "list the stored types with `health types`")
            }
            isRanked = type.hasPrefix("HKQuantityTypeIdentifier") || type.hasPrefix("HKCategoryTypeIdentifier")
        default: isRanked = false
        }
        guard isRanked else {
            throw StoreError(
                .invalidArgument,
                message: "\(type) is neither a quantity, a category nor a workout, so its sources have no order",
                remedy: "name a quantity or category type, such as HKQuantityTypeIdentifierStepCount")
        }
        return stored
    }

    /// Throws an error if there is no source with a number.
    static func checkSource(_ db: Database, _ source: Int64) throws {
        guard
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM source WHERE id = ?"), arguments: [source]) != nil
        else {
            throw StoreError(
                .notFound, message: "there is no source \(source)",
                remedy: "list the stored sources with `health sources`; nothing was changed")
        }
    }
}
