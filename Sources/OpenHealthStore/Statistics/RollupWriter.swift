// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GRDB
import Synchronization

/// Writes rollups asynchronously. They can be computed again at any time.
///
/// It has its own connection to the file, because its commits don't wait for the disk (`synchronous = NORMAL`), unlike those of
/// samples. An in-memory store has a single connection, which it shares.
final class RollupWriter: DatabaseCompanion {
    /// The longest time that a write waits for other writers, in seconds. The rollups are discarded afterwards.
    private static let patience = 0.25

    private let queue = DispatchQueue(label: "org.openhealthkit.rollups")
    private let pending = DispatchGroup()
    private let opened = Mutex<DatabaseQueue?>(nil)

    /// Writes in an asynchronous transaction. Errors are ignored.
    func write(to database: HealthDatabase, _ body: @escaping @Sendable (Database) throws -> Void) {
        // The database must not be retained, because it waits for this write when it is closed.
        let (pool, path) = (database.pool, database.currentPath)
        queue.async(group: pending) { [self] in
            try? connection(pool, path).writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    try body(db)
                    return .commit
                }
            }
        }
    }

    /// Waits until all writes have ended.
    func wait() { pending.wait() }

    func databaseWillClose(_ database: HealthDatabase) { wait() }

    private func connection(_ pool: any DatabaseWriter, _ path: String?) throws -> any DatabaseWriter {
        guard let path else { return pool }
        return try opened.withLock { opened in
            if let opened { return opened }
            var configuration = HealthDatabase.configuration()
            configuration.busyMode = .timeout(Self.patience)
            configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = NORMAL") }
            let new = try DatabaseQueue(path: path, configuration: configuration)
            opened = new
            return new
        }
    }
}
