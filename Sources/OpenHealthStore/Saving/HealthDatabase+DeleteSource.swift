// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Deletes the samples of a source and their details in one transaction. As with ``delete(_:)``, the members of correlations,
    /// and the samples and routes of workouts, are kept unless they are of the same source. The source keeps its number and its
    /// position in the source orders of types.
    /// - Parameters:
    ///   - source: The number of the source.
    ///   - types: The identifiers of the types; nil for all types.
    /// - Returns: The number of deleted samples.
    /// - Throws: A ``StoreError``: `notFound` if the source or a type doesn't exist.
    @discardableResult
    public func deleteSamples(ofSource source: Int64, types: [String]? = nil) throws -> Int {
        let count = try write { db in
            try Self.checkSource(db, source)
            let reader = RecordReader(db)
            var numbers = try Int64.fetchAll(
                db, sql: "SELECT type FROM type_source WHERE source = ? ORDER BY type", arguments: [source])
            if let types {
                let named = try Set(types.compactMap { try Self.number(reader, ofDeletedType: $0) })
                numbers.removeAll { !named.contains($0) }
            }
            let before = try Self.latestChange(db)
            var place = before
            for number in numbers {
                place = try SampleDeletion.deleteAll(ofSource: source, type: number, reader: reader, after: place)
            }
            try db.execute(sql: "UPDATE counter SET value = ? WHERE name = 'change'", arguments: [place])
            return Int(place - before)
        }
        checkpoint()
        return count
    }

    private static func number(_ reader: RecordReader, ofDeletedType type: String) throws -> Int64? {
        if let number = try reader.number(ofType: type) { return number }
        guard HealthTypes.named(type) == nil else { return nil }
        throw StoreError(
            .notFound, message: "there is no type \(type)",
            remedy: "list the stored types with `health types`; nothing was deleted")
    }
}
