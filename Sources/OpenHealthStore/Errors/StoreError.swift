// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of a store or of a request to it, and its remedy.
///
/// The messages can contain files, types and identifiers, but never health values.
public struct StoreError: Error, CustomStringConvertible {
    /// The kind of an error, for comparison. Later versions can add kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, such as `diskFull`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

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
    /// An input has more distinct types, sources or devices than any real export.
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
    package var isAboutArguments: Bool { code == .invalidArgument }
}
