// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with what was asked of the tool, and what to do about it.
///
/// The texts never contain a value that someone measured.
struct ToolError: Error, CustomStringConvertible {
    /// The kind of the error. Open: a later version may know more kinds.
    struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        let rawValue: String

        /// The arguments cannot be right.
        static let badArgument = Code(rawValue: "badArgument")
        /// What was asked for is not there.
        static let notFound = Code(rawValue: "notFound")
        /// The output cannot be written.
        static let notWritable = Code(rawValue: "notWritable")
        /// The store has faults.
        static let unhealthy = Code(rawValue: "unhealthy")
    }

    /// The kind of the error.
    let code: Code
    /// What is wrong.
    let message: String
    /// What to do about it.
    let remedy: String

    init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// What is wrong and what to do, in one line.
    var description: String { "\(message); \(remedy)" }
}
