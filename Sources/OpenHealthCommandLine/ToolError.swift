// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in the tool's input or environment, with its remedy.
///
/// The messages never contain a measured value.
public struct ToolError: Error, CustomStringConvertible {
    /// The kind of an error, for comparison.
    public typealias Code = ErrorCode<ToolError>

    /// The kind of error.
    public let code: Code
    /// The problem.
    public let message: String
    /// The remedy.
    public let remedy: String

    /// Creates an error; see the properties.
    public init(_ code: Code, _ message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The problem and its remedy on one line.
    public var description: String { "\(message); \(remedy)" }
}

extension ToolError.Code {
    /// The arguments are invalid.
    public static let badArgument = Self(rawValue: "badArgument")
    /// The output cannot be written.
    public static let notWritable = Self(rawValue: "notWritable")
    /// The person declined.
    public static let declined = Self(rawValue: "declined")

    // Only `health` reports the following kinds.

    /// The requested object does not exist.
    package static let notFound = Self(rawValue: "notFound")
    /// A file of the input cannot be read.
    package static let badFile = Self(rawValue: "badFile")
    /// The store is damaged.
    package static let unhealthy = Self(rawValue: "unhealthy")
}

extension ToolError: ReportableError {
    /// Whether the problem is in the caller's arguments.
    public var isAboutArguments: Bool { code == .badArgument }
}
