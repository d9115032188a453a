// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of a backup or of its restoration, and its remedy.
package struct BackupError: Error, ReportableError, Equatable {
    /// The kind of the error.
    package enum Code: Sendable {
        case notEncrypted
        case wrongPassphrase
        case unsupported
        case damaged
        case emptyPassphrase
        case exists
        case notABackup
        case unhealthy
        case inUse
        case notWritable
    }

    /// The kind of the error.
    package let code: Code
    /// The problem.
    package let message: String
    /// The remedy.
    package let remedy: String

    init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem and its remedy, in one line.
    package var description: String { "\(message); \(remedy)" }

    package var isAboutArguments: Bool { code == .emptyPassphrase }
}
