// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The reason why a process or a port for one is not available.
public struct ProcessTrouble: Error, CustomStringConvertible {
    /// The reason.
    public let description: String

    /// Creates an error with its reason.
    public init(_ description: String) {
        self.description = description
    }
}
