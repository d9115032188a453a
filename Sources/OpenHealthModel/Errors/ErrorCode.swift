// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The kind of an error, for comparison. Later versions can add kinds.
public struct ErrorCode<Failure: Error>: RawRepresentable, Hashable, Sendable {
    /// The name of the kind, such as `diskFull`.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
