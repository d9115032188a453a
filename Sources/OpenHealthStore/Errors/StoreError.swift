// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import OpenHealthModel

/// An error of a store or of a request to it, and its remedy.
///
/// The messages can contain files, types and identifiers, but never health values.
public struct StoreError: Error, CustomStringConvertible {
    /// The kind of an error of the store.
    public typealias Code = ErrorCode<StoreError>

    /// The kind of the error.
    public var code: Code
    /// The problem.
    public var message: String
    /// The remedy.
    public var remedy: String
    /// The underlying error, if any.
    public var cause: (any Error)?

    /// Creates an error from its parts; see the properties.
    public init(_ code: Code, message: String, remedy: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.cause = cause
    }

    /// The error in one line: the problem and its remedy.
    public var description: String { "\(message); \(remedy)" }
}

extension StoreError.Code {
    /// The file can't be opened, read or created.
    public static let notAccessible = Self(rawValue: "notAccessible")
    /// The file or its disk is read-only.
    public static let readOnly = Self(rawValue: "readOnly")
    /// The disk is full.
    public static let diskFull = Self(rawValue: "diskFull")
    /// The file is damaged.
    public static let corrupt = Self(rawValue: "corrupt")
    /// The file isn't a health store.
    public static let notAStore = Self(rawValue: "notAStore")
    /// The store was created by a newer version of the program.
    public static let newerSchema = Self(rawValue: "newerSchema")
    /// The store was created by an older version of the program and opened read-only.
    public static let olderSchema = Self(rawValue: "olderSchema")
    /// Another process has been writing for too long.
    public static let busy = Self(rawValue: "busy")
    /// The contents of the store are inconsistent.
    public static let inconsistent = Self(rawValue: "inconsistent")
    /// The requested object does not exist.
    public static let notFound = Self(rawValue: "notFound")
    /// An argument is invalid.
    public static let invalidArgument = Self(rawValue: "invalidArgument")
    /// An input has more distinct types, sources or devices, or more samples in one second, than any real export.
    public static let tooManyFacts = Self(rawValue: "tooManyFacts")
    /// The request was cancelled.
    package static let cancelled = Self(rawValue: "cancelled")
    /// The request exceeded its time limit.
    package static let timeLimit = Self(rawValue: "timeLimit")
    /// The reader failed; nothing was stored.
    public static let importFailed = Self(rawValue: "importFailed")
}

extension StoreError {
    /// Runs a validation of an object, and throws its errors as invalid arguments.
    static func checking(_ body: () throws(HKObjectValidationError) -> Void) throws {
        do {
            try body()
        } catch {
            throw StoreError(
                .invalidArgument, message: "\(error.subject): \(error.message)", remedy: error.remedy, cause: error)
        }
    }

    /// Returns the error for a table with invalid rows.
    static func corrupt(_ table: String, _ detail: String) -> StoreError {
        StoreError(
            .corrupt, message: "the table \(table) of the store is damaged: \(detail)",
            remedy: "run `health check`; copy the file to a safe place, then restore a backup or import again")
    }

    package static func inconsistent(_ detail: String) -> StoreError {
        StoreError(
            .inconsistent, message: "the store contradicts itself: \(detail)",
            remedy: "run `health check`, and restore a backup if it finds faults")
    }
}

extension StoreError: ReportableError {
    /// Whether the problem is in the caller's arguments.
    public var isAboutArguments: Bool { code == .invalidArgument }
}

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
            if error.requiresWriter, let interrupted = InterruptedWrite(besideStoreAt: file) {
                return interrupted.error(error)
            }
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

extension DatabaseError {
    /// Whether a connection that can't write has found an interrupted write.
    var requiresWriter: Bool {
        extendedResultCode == .SQLITE_READONLY_ROLLBACK || extendedResultCode == .SQLITE_READONLY_RECOVERY
    }

    /// Creates the error of a failed step.
    /// - Parameters:
    ///   - code: The result code of the step.
    ///   - statement: The statement.
    init(_ code: Int32, of statement: OpaquePointer) {
        self.init(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
    }
}

/// The limit on the size of files that a process writes (`ulimit -f`).
package enum FileSizeLimit {
    /// Whether the process has such a limit.
    static var isSet: Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { return false }
        return limit.rlim_cur != rlim_t.max
    }

    /// Causes writes beyond the limit to fail with `EFBIG`. By default, the kernel terminates the process with SIGXFSZ.
    package static func reportAsError() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
