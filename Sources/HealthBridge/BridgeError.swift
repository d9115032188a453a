// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An error of a bridge.
public struct BridgeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The server cannot be reached, or has not answered. The next call sends the batch again.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The server does not accept the token.
        public static let unauthenticated = Code(rawValue: "unauthenticated")
        /// The owner of the server has not allowed the app to save the type.
        public static let notAllowed = Code(rawValue: "notAllowed")
        /// The server has refused a batch for another reason.
        public static let refused = Code(rawValue: "refused")
        /// HealthKit cannot be read, for example while the phone is locked.
        public static let healthKit = Code(rawValue: "healthKit")
        /// The state cannot be written.
        public static let storage = Code(rawValue: "storage")
    }

    /// The kind.
    public let code: Code
    /// The problem and the remedy, without health values.
    public let description: String

    /// Creates an error.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
