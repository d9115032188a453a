// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The order in which the sources of a type count where they overlap, best first: those that the person chose, then
    /// the others in the default order (entered by hand, Apple Watch, iPhone, other devices of Apple's, others; among
    /// equals the more recently active first). Empty where the store has nothing of the type.
    /// - Parameter type: the identifier of a quantity or category type.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type of another kind, `notFound` for an unknown one.
    public func sourceOrder(type: String) throws -> [RankedSource] {
        try read { db in
            guard let number = try Self.number(db, ofRankedType: type) else { return [] }
            return try SourceOrder.read(db, type: number).ranked
        }
    }

    /// Puts sources first in the order of a type. Sources that are not named follow in the default order.
    /// - Parameters:
    ///   - sources: the numbers of the sources, best first; they need not have samples of the type yet. An empty array
    ///     goes back to the default.
    ///   - type: the identifier of a quantity or category type.
    /// - Throws: a ``StoreError``, `invalidArgument` for a type of another kind or a source that is named twice,
    ///   `notFound` for a source or a type that is not there. The order is then as it was.
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
        }
    }

    /// The number of a type whose sources have an order; nil where the store has none of it yet.
    private static func number(_ db: Database, ofRankedType type: String) throws -> Int64? {
        let stored = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM sample_type WHERE identifier = ?"), arguments: [type])
        let isRanked: Bool
        switch HealthTypes.named(type)?.kind {
        case .quantity, .category: isRanked = true
        case nil:
            guard stored != nil else {
                throw StoreError(
                    .notFound, message: "there is no type \(type)",
                    remedy: "list the types that are there with `health types`")
            }
            isRanked = type.hasPrefix("HKQuantityTypeIdentifier") || type.hasPrefix("HKCategoryTypeIdentifier")
        default: isRanked = false
        }
        guard isRanked else {
            throw StoreError(
                .invalidArgument, message: "\(type) is neither a quantity nor a category, so its sources have no order",
                remedy: "name a quantity or category type, such as HKQuantityTypeIdentifierStepCount")
        }
        return stored
    }

    /// Refuses the number of a source that is not there.
    static func checkSource(_ db: Database, _ source: Int64) throws {
        guard
            try Int.fetchOne(
                db.cachedStatement(sql: "SELECT 1 FROM source WHERE id = ?"), arguments: [source]) != nil
        else {
            throw StoreError(
                .notFound, message: "there is no source \(source)",
                remedy: "list the sources that are there with `health sources`; nothing was changed")
        }
    }
}
