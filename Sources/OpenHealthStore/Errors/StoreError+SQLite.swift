// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

extension StoreError {
    private static func damaged(_ file: String, _ cause: any Error) -> StoreError {
        StoreError(
            .corrupt, message: "\(file) is damaged",
            remedy: "copy it to a safe place, then restore a backup or import again into a new store", cause: cause)
    }

    /// Returns the store error for an SQLite error.
    static func wrapping(_ error: any Error, file: String) -> any Error {
        if error is RowDecodingError {
            // The description of the error contains the row, which can include health values.
            return StoreError(
                .corrupt, message: "\(file) is damaged",
                remedy: "copy it to a safe place, then restore a backup or import again into a new store")
        }
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_FULL:
            return StoreError(
                .diskFull, message: "there is no space left on the disk for \(file)",
                remedy: "free some space and try again; the store is as it was before", cause: error)
        case .SQLITE_READONLY:
            return StoreError(
                .readOnly, message: "\(file) cannot be written",
                remedy: "check the permissions of the file and its folder, or choose another with --store",
                cause: error)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return StoreError(
                .notAccessible, message: "\(file) cannot be opened",
                remedy: "check that the path exists and that you may read and write it", cause: error)
        case .SQLITE_CORRUPT: return damaged(file, error)
        // All statements match the tables of the migrations, so a missing table means that the schema is damaged.
        case .SQLITE_ERROR where error.message?.hasPrefix("no such ") ?? false: return damaged(file, error)
        case .SQLITE_NOTADB:
            return StoreError(
                .notAStore, message: "\(file) is not a health store, nor any SQLite database",
                remedy: "check the path given with --store or in HEALTH_STORE", cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return StoreError(
                .busy, message: "another program has been writing to \(file) for too long",
                remedy: "wait for it to finish and try again; nothing was changed", cause: error)
        case .SQLITE_IOERR where FileSizeLimit.isSet:
            return StoreError(
                .diskFull,
                message: "\(file) could not be written, probably because of this process's limit on the size of files",
                remedy: "raise the limit (ulimit -f unlimited) and try again; the store is as it was before",
                cause: error)
        case .SQLITE_IOERR:
            // A full disk causes an I/O error if SQLite can't extend the shared memory or the log.
            return StoreError(
                .notAccessible, message: "\(file) could not be read or written",
                remedy: "check the free space and the disk for faults and try again; the store is as it was before",
                cause: error)
        default:
            return error
        }
    }
}
