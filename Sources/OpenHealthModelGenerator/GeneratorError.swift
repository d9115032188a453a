// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error in a table: its place and its remedy.
public struct GeneratorError: Error, CustomStringConvertible, Sendable {
    /// The table, and the line where one can be named.
    public let place: String
    /// The problem and its remedy.
    public let reason: String

    /// The place and the reason in one line.
    public var description: String { "\(place): \(reason)" }
}
