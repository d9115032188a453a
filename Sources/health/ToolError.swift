// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error of the tool's input or environment, and its remedy.
///
/// The texts never contain a value that someone measured.
struct ToolError: Error, CustomStringConvertible {
    /// The kind of the error. Open: a later version may know more kinds.
    struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        let rawValue: String

        /// The arguments cannot be right.
        static let badArgument = Code(rawValue: "badArgument")
        /// The requested object does not exist.
        static let notFound = Code(rawValue: "notFound")
        /// The output cannot be written.
        static let notWritable = Code(rawValue: "notWritable")
        /// The store has faults.
        static let unhealthy = Code(rawValue: "unhealthy")
    }

    /// The kind of the error.
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

    /// The problem and its remedy, in one line.
    var description: String { "\(message); \(remedy)" }
}

extension ToolError: ReportableError {
    var isAboutArguments: Bool { code == .badArgument }
}
