// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Copies of the pages of a store in one file each.
enum StoreCopy {
    /// Opens the file of a copy.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration.guarded()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Copies the pages that a connection reads.
    /// - Parameters:
    ///   - name: The final path of the copy, for errors.
    ///   - progress: A closure that is called repeatedly with the completed fraction.
    static func write(
        _ source: Database, to target: DatabaseQueue, named name: String, progress: ((Double) -> Void)? = nil
    ) throws {
        try target.writeWithoutTransaction { destination in
            do {
                try source.backup(to: destination, pagesPerStep: 1024) { step in
                    try StoreWork.current?.check()
                    let total = step.totalPageCount
                    progress?(total == 0 ? 1 : Double(total - step.remainingPageCount) / Double(total))
                }
            } catch {
                throw StoreError.ofCopy(error, file: name)
            }
        }
    }

    /// Closes the file of a copy.
    static func close(_ target: DatabaseQueue) throws {
        // The copy is in WAL mode like the store, and would consist of three files.
        try target.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
        try target.close()
    }
}

extension StoreError {
    /// Returns the error for an SQLite error of writing a copy, or the same error if it concerns reading the store.
    static func ofCopy(_ error: any Error, file: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let remedy = "the store is unchanged, and nothing is left of the copy"
        switch error.extendedResultCode {
        case .SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ: return error
        default: break
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            return StoreError(
                .diskFull, message: "there is no space left on the disk for the backup \(file)",
                remedy: "free some space there and try again; " + remedy, cause: error)
        case .SQLITE_IOERR where FileSizeLimit.isSet:
            return StoreError(
                .diskFull,
                message:
                    "the backup \(file) could not be written, probably because of this process's limit on the size of "
                    + "files",
                remedy: "raise the limit (ulimit -f unlimited) and try again; " + remedy, cause: error)
        case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return StoreError(
                .notAccessible, message: "the backup \(file) could not be written",
                remedy: "check its folder, the permissions, the free space and the disk, and try again; " + remedy,
                cause: error)
        default: return error
        }
    }
}
