// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Synchronization

/// Determines whether a store has changed, in about a microsecond and reliably: after a commit in
/// any process, the next check shows it.
package final class StoreVersion: Sendable {
    /// A connection that never writes, since SQLite does not count what a connection changes itself.
    private let reader: any DatabaseReader
    private let permissions = Mutex<(version: Int64, count: Int64)?>(nil)

    /// - Throws: a ``StoreError`` where the file cannot be opened.
    package init(_ database: HealthDatabase) throws {
        do {
            reader = database.isInMemory ? database.pool : try HealthDatabase.openForReading(database.url.path)
        } catch {
            throw StoreError.wrapping(error, file: database.url.path)
        }
    }

    /// A number that is another after every commit. Nothing follows from which of two is greater.
    package func current() throws -> Int64 {
        try reader.unsafeRead(Self.version)
    }

    /// A number that is another after every change of permissions or of who may ask.
    package func permissionCount() throws -> Int64 {
        try reader.unsafeRead { db in
            // In this order: what is committed between the two is looked up again the next time.
            let version = try Self.version(db)
            if let known = permissions.withLock(\.self), known.version == version { return known.count }
            let count =
                try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT value FROM counter WHERE name = ?"),
                    arguments: [ChangeRange.Topic.permissions.rawValue]) ?? 0
            permissions.withLock { $0 = (version, count) }
            return count
        }
    }

    private static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
}
