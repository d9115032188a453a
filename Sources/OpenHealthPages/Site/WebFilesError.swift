// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The error of files of the web pages that are missing or invalid.
public struct WebFilesError: Error, Sendable, CustomStringConvertible {
    /// The path of the file or folder.
    public let path: String
    /// The reason.
    public let reason: String

    init(_ path: String, _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The problem and its remedy.
    public var description: String {
        "cannot use the files of the web app at \(path): \(reason); install them there, or name their folder with --web"
    }
}

extension WebFilesError: ReportableError {}
