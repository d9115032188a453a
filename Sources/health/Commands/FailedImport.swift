// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthFormats
import OpenHealthModel

/// The error of an argument of `health import`, of which nothing was stored.
struct FailedImport: ReportableError {
    /// The error of the file.
    let error: any ReportableError
    /// The argument.
    let path: String

    var description: String { "\(error.description); nothing of \(path) was stored" }
    var isAboutArguments: Bool { error.isAboutArguments }
}

extension [FailedImport] {
    /// Runs a closure for an argument. Errors of its files are noted, and other errors, such as a full disk, are thrown.
    /// - Returns: Whether there was no error.
    mutating func note(_ url: URL, _ body: () throws -> Void) throws -> Bool {
        do {
            try body()
            return true
        } catch let error as FormatError {
            append(FailedImport(error: error, path: url.lastPathComponent))
        } catch let error as ToolError where error.code == .badArgument || error.code == .declined {
            append(FailedImport(error: error, path: url.lastPathComponent))
        }
        return false
    }

    /// Reports the errors.
    /// - Throws: The error of the only argument, or the exit status of the first error.
    func end(of arguments: Int) throws {
        guard let first else { return }
        if arguments == 1 { throw first }
        let reports = map { ErrorReport($0, of: Health.tool, arguments: ["import"]) }
        for report in reports { Terminal.note(report.line + "\n") }
        throw ExitCode(reports[0].status)
    }
}
