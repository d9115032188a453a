// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of an export, and its remedy. Errors of files are `FormatError`s, those of the store `StoreError`s.
package struct ExportError: Error, ReportableError {
    /// The kind of the error.
    package enum Code: Sendable {
        case unknownFormat
        case exists
        case notReplaceable
        case nothing
        case unusableBase
        case noYearOfBirth
        case unsupportedSelection
        case notStreamable
    }

    /// The kind of the error.
    package let code: Code
    /// The problem.
    package let message: String
    /// The remedy.
    package let remedy: String

    init(_ code: Code, message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem and its remedy, in one line.
    package var description: String { "\(message); \(remedy)" }

    package var isAboutArguments: Bool { [.unknownFormat, .unsupportedSelection, .notStreamable].contains(code) }
}
