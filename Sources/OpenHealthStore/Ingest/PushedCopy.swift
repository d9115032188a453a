// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// A sample that a connection pushed and that the store had from another party.
struct PushedCopy {
    /// The identifier of the connection.
    var app: String
    /// The UUID, if the phone sent one.
    var uuid: UUID?
    /// The end, in seconds since 1970.
    var end: Double
    /// The value; NaN if there is none or it is a string.
    var value: Double
    var text: String?
    var provenance: Int64
    /// The number of the metadata, or -1 for no metadata.
    var metadata: Int64
    /// Seconds from the start until the sample was made, if known.
    var lag: Int64?

    /// Stores the copy of a sample.
    /// - Parameters:
    ///   - sample: The position of the sample in the order of changes.
    ///   - start: The start of the sample.
    func insert(_ db: Database, of sample: Int64, type: Int64, start: Double) throws {
        let value: (any DatabaseValueConvertible)? = text.map(SampleText.stored) ?? (value.isNaN ? nil : value)
        try db.cachedStatement(
            sql: """
                INSERT INTO pushed_copy (app, type, start, sample, uuid, end, value, provenance, metadata, lag)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                app, type, start, sample, uuid?.bytes, end, value, provenance, metadata < 0 ? nil : metadata, lag,
            ])
    }

    /// Returns the copies of a sample, in the order in which they were pushed.
    static func all(_ db: Database, of sample: Int64) throws -> [PushedCopy] {
        try fetchAll(db.cachedStatement(sql: selectOfSample), arguments: [sample])
    }

    private static let selectOfSample = "SELECT \(Columns.selection) FROM pushed_copy WHERE sample = ? ORDER BY id"

    /// Marks the samples of pushes that an import contained: the connections can no longer change them.
    /// - Parameter isContained: Returns whether the import contained the sample at a position.
    static func noteImport(_ db: Database, isContained: (Int64) -> Bool) throws {
        let pushed = try Int64.fetchAll(db, sql: "SELECT id FROM sample_uuid WHERE app IS NOT NULL AND imported = 0")
        let statement = try db.cachedStatement(sql: "UPDATE sample_uuid SET imported = 1 WHERE id = ?")
        for id in pushed where isContained(id) { try statement.execute(arguments: [id]) }
    }
}

extension PushedCopy: FetchableRecord {
    fileprivate enum Columns: String, SelectedColumns {
        case app, uuid, start, end, value, provenance, metadata, lag
    }

    init(row: Row) throws {
        let value = try row.anyValue(of: Columns.value.rawValue)
        self.init(
            app: try row.value(of: Columns.app),
            uuid: try row.value(Data?.self, of: Columns.uuid).flatMap(UUID.init(bytes:)),
            end: try row.value(Double?.self, of: Columns.end) ?? row.value(of: Columns.start),
            value: Double.fromDatabaseValue(value) ?? .nan, text: String.fromDatabaseValue(value),
            provenance: try row.value(of: Columns.provenance),
            metadata: try row.value(Int64?.self, of: Columns.metadata) ?? -1, lag: try row.value(of: Columns.lag))
    }
}
