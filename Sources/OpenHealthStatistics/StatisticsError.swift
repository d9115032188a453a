// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An error in a statistics request, with its remedy.
public struct StatisticsError: Error, CustomStringConvertible, Hashable {
    /// The kind of error. Later versions can add kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind, such as `optionDoesNotFit`.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of error.
    public var code: Code
    /// The problem.
    public var message: String
    /// The remedy.
    public var remedy: String

    /// The problem and the remedy on one line.
    public var description: String { "\(message); \(remedy)" }
}

extension StatisticsError.Code {
    /// The type does not support an option, such as a sum of heart rates.
    public static let optionDoesNotFit = Self(rawValue: "optionDoesNotFit")
    /// The interval is not a valid length of buckets.
    public static let invalidInterval = Self(rawValue: "invalidInterval")
}

extension StatisticsError: ReportableError {
    package var isAboutArguments: Bool { true }
}
