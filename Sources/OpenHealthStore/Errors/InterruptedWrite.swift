// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The file that a killed process leaves beside a store: the rollback journal of an incomplete write, or the write-ahead log of
/// complete ones. The store can't be read correctly without it.
struct InterruptedWrite {
    /// The path of the store.
    let store: String
    /// The path of the journal or log.
    let file: String
    private let isJournal: Bool

    /// Finds the file beside a store, or returns nil if there is none.
    init?(besideStoreAt path: String) {
        store = path
        let resolved = FileIdentity.resolved(path) ?? path
        var facts = stat()
        for suffix in ["-journal", "-wal"] where stat(resolved + suffix, &facts) == 0 && facts.st_size > 0 {
            file = resolved + suffix
            isJournal = suffix == "-journal"
            return
        }
        return nil
    }

    /// Rolls back or completes the write. SQLite does this when a connection that can write begins to read.
    static func resolve(inStoreAt path: String, _ configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = false
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.read { db in _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
            try queue.close()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_IOERR:
                throw InterruptedWrite(besideStoreAt: path)?.error(error) ?? error
            default: throw error
            }
        }
    }

    /// Returns the error of a store that can't be read because its folder or files can't be written.
    func error(_ cause: (any Error)? = nil) -> StoreError {
        let contents = isJournal ? "the journal of an interrupted write" : "the log of the latest changes"
        return StoreError(
            .readOnly,
            message: "\(store) cannot be read without \(file), \(contents), and this user cannot write to the files or "
                + "their folder",
            remedy: "permit it, or copy both files to another folder and use the copy; do not delete "
                + (isJournal ? "the journal, which restores the store" : "the log, which is part of the store"),
            cause: cause)
    }
}
