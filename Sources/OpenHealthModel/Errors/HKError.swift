// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of health data, under Apple's name: a code from ``Code`` and user info.
///
/// The codes stand on the type too, and can be caught: `catch HKError.errorNoData`.
public struct HKError: Error, Hashable, Sendable {
    private let stored: NSError

    /// Creates an error from its code.
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - userInfo: more about it; `NSLocalizedDescriptionKey` replaces the description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        stored = NSError(domain: HKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Creates an error with a message.
    /// - Parameters:
    ///   - code: what went wrong.
    ///   - message: what is wrong, where, and what to do; without any health value.
    public init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The domain of all these errors, `com.apple.healthkit`.
    public static var errorDomain: String { HKErrorDomain }

    /// The code.
    public var code: Code { Code(rawValue: stored.code) ?? .unknownError }

    /// The user info.
    public var userInfo: [String: Any] { stored.userInfo }

    /// Whether two errors have the same code and say the same.
    public static func == (left: HKError, right: HKError) -> Bool {
        left.stored.isEqual(right.stored)
    }

    /// Feeds the code to a hasher.
    public func hash(into hasher: inout Hasher) {
        // The code alone: Foundation on Linux stops the process when an NSError is hashed.
        hasher.combine(code)
    }
}

extension HKError.Code {
    /// Whether an error is an ``HKError`` with this code, so that codes work as patterns of `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? HKError)?.code == code
    }
}
