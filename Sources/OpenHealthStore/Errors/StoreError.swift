// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
    public static var notAccessible: Self { Self(rawValue: "notAccessible") }
    /// The file or its disk is read-only.
    public static var readOnly: Self { Self(rawValue: "readOnly") }
    /// The disk is full.
    public static var diskFull: Self { Self(rawValue: "diskFull") }
    /// The file is damaged.
    public static var corrupt: Self { Self(rawValue: "corrupt") }
    /// The file isn't a health store.
    public static var notAStore: Self { Self(rawValue: "notAStore") }
    /// The store was created by a newer version of the program.
    public static var newerSchema: Self { Self(rawValue: "newerSchema") }
    /// The store was created by an older version of the program and opened read-only.
    public static var olderSchema: Self { Self(rawValue: "olderSchema") }
    /// Another process has been writing for too long.
    public static var busy: Self { Self(rawValue: "busy") }
    /// The contents of the store are inconsistent.
    public static var inconsistent: Self { Self(rawValue: "inconsistent") }
    /// The requested object does not exist.
    public static var notFound: Self { Self(rawValue: "notFound") }
    /// An argument is invalid.
    public static var invalidArgument: Self { Self(rawValue: "invalidArgument") }
    /// An input has more distinct types, sources or devices than any real export.
    public static var tooManyFacts: Self { Self(rawValue: "tooManyFacts") }
    /// The request was cancelled.
    package static var cancelled: Self { Self(rawValue: "cancelled") }
    /// The request exceeded its time limit.
    package static var timeLimit: Self { Self(rawValue: "timeLimit") }
    /// The reader failed; nothing was stored.
    public static var importFailed: Self { Self(rawValue: "importFailed") }
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
    package var isAboutArguments: Bool { code == .invalidArgument }
}
