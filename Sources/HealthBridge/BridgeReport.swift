// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The result of sending the changes of a phone.
public struct BridgeReport: Sendable, Equatable {
    /// The result for one type.
    public struct TypeResult: Sendable, Equatable {
        /// The number of samples that the server has received.
        public var samples = 0
        /// The number of deletions that the server has received.
        public var deletions = 0
        /// The number of samples that the server has refused.
        public var refused = 0
        /// The reasons of the first refused samples, as the server states them.
        public var reasons: [String] = []
        /// The error after which the type was left, or nil. The next call continues with its next changes.
        public var error: BridgeError?

        /// Creates an empty result.
        public init() {}
    }

    /// The results by the identifiers of the types, without types that had no changes.
    public var types: [String: TypeResult] = [:]
    /// The identifiers of types whose samples the bridge cannot send, such as routes.
    public var unsupported: [String] = []

    /// Creates an empty report.
    public init() {}

    /// The number of samples that the server has received.
    public var samples: Int { types.values.reduce(0) { $0 + $1.samples } }
    /// The number of deletions that the server has received.
    public var deletions: Int { types.values.reduce(0) { $0 + $1.deletions } }
    /// Whether all changes of all types have been received.
    public var isComplete: Bool { types.values.allSatisfy { $0.error == nil } }
}

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
