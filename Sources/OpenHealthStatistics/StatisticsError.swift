// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in a request for statistics, and its remedy.
public struct StatisticsError: Error, CustomStringConvertible, Hashable {
    /// The kind of the error, which programs can compare. Open: a later version may know more kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, such as `optionDoesNotFit`.
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

    /// Creates an error from its parts; see the properties.
    public init(_ code: Code, message: String, remedy: String) {
        self.code = code
        self.message = message
        self.remedy = remedy
    }

    /// The error in one line: what is wrong, what to do.
    public var description: String { "\(message); \(remedy)" }
}

extension StatisticsError.Code {
    /// A figure was asked for that the type does not have, such as a sum of heart rates.
    public static let optionDoesNotFit = Self(rawValue: "optionDoesNotFit")
    /// A length of buckets that cannot be one.
    public static let invalidInterval = Self(rawValue: "invalidInterval")
}

extension StatisticsError: ReportableError {
    package var isAboutArguments: Bool { true }
}
