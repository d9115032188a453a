// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

extension AppSession {
    /// Reads with a connection, and has SQLite stop where the answer is not wanted any more.
    func whileWanted<T>(_ db: Database, _ body: () throws -> T) throws -> T {
        guard let isWanted else { return try body() }
        let handle = db.sqliteConnection
        let interest = Interest(isWanted)
        return try withExtendedLifetime(interest) {
            // So many steps of SQLite's machine are some fifty lines of samples.
            sqlite3_progress_handler(
                handle, 1000,
                { pointer in
                    guard let pointer else { return 0 }
                    return Unmanaged<Interest>.fromOpaque(pointer).takeUnretainedValue().isWanted() ? 0 : 1
                }, Unmanaged.passUnretained(interest).toOpaque())
            // The connection goes on to others, and what ends the transaction must not be stopped.
            defer { sqlite3_progress_handler(handle, 0, nil, nil) }
            return try body()
        }
    }
}

/// What SQLite is handed in place of a closure.
private final class Interest {
    let isWanted: @Sendable () -> Bool

    init(_ isWanted: @escaping @Sendable () -> Bool) {
        self.isWanted = isWanted
    }
}
