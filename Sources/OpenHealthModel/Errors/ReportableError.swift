// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error whose description contains the problem, its location and its remedy, and can be displayed as is.
public protocol ReportableError: Error, CustomStringConvertible {
    /// Whether the problem is in the caller's arguments rather than in a file, a store or a server.
    var isAboutArguments: Bool { get }
}

extension ReportableError {
    /// Whether the problem is in the caller's arguments: no, unless the error says so.
    public var isAboutArguments: Bool { false }
}

/// The kind of an error, for comparison. Later versions can add kinds.
public struct ErrorCode<Failure: Error>: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, such as `diskFull`.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name of the kind.
    public var description: String { rawValue }
}
