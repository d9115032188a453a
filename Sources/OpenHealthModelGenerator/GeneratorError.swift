// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is wrong with a table, where, and what to do.
public struct GeneratorError: Error, CustomStringConvertible, Sendable {
    /// The table, and the line where one can be named.
    public let place: String
    /// What is wrong there and what to do.
    public let reason: String

    init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    /// The place and the reason in one line.
    public var description: String { "\(place): \(reason)" }
}
