// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import Synchronization

/// Determines whether a store has changed, in about a microsecond and reliably: the first check after a commit in any process
/// detects it.
package final class StoreVersion: Sendable {
    /// A connection that never writes, because SQLite's counter excludes changes of the same connection.
    private let reader: any DatabaseReader
    private let permissions = Mutex<(version: Int64, count: Int64)?>(nil)

    /// Opens the connection.
    /// - Throws: A ``StoreError`` if the file can't be opened.
    package init(_ database: HealthDatabase) throws {
        do {
            reader = database.isInMemory ? database.pool : try HealthDatabase.openForReading(database.url.path)
        } catch {
            throw StoreError.wrapping(error, file: database.url.path)
        }
    }

    /// Returns a number that differs after every commit. The order of the numbers has no meaning.
    package func current() throws -> Int64 {
        try reader.unsafeRead(Self.version)
    }

    /// Returns a number that differs after every change of permissions or registered apps.
    package func permissionCount() throws -> Int64 {
        try reader.unsafeRead { db in
            // The version is read first, so that a commit between the two reads is detected the next time.
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
