// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in the tool's input or environment, with its remedy.
///
/// The messages never contain a measured value.
struct ToolError: Error, CustomStringConvertible {
    /// The kind of error. Later versions can add kinds.
    struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        let rawValue: String

        /// The arguments are invalid.
        static let badArgument = Code(rawValue: "badArgument")
        /// The requested object does not exist.
        static let notFound = Code(rawValue: "notFound")
        /// A file of the input cannot be read.
        static let badFile = Code(rawValue: "badFile")
        /// The output cannot be written.
        static let notWritable = Code(rawValue: "notWritable")
        /// The store is damaged.
        static let unhealthy = Code(rawValue: "unhealthy")
    }

    /// The kind of error.
    let code: Code
    /// The problem.
    let message: String
    /// The remedy.
    let remedy: String

    init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem and its remedy on one line.
    var description: String { "\(message); \(remedy)" }
}

extension ToolError: ReportableError {
    var isAboutArguments: Bool { code == .badArgument }
}
