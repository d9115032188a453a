// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of health data with Apple's name: a code from ``Code`` and user info.
///
/// The codes are also static properties of the type and can be caught: `catch HKError.errorNoData`. The pattern also matches an
/// `NSError` with the domain and the code, such as that of a mock; a cast with `as? HKError` doesn't on Linux, where only
/// Objective-C's runtime could make it.
public struct HKError: Error, Hashable, Sendable {
    private let stored: NSError

    /// Creates an error from its code.
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - userInfo: The user info; `NSLocalizedDescriptionKey` replaces the description.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        stored = NSError(domain: HKErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Creates an error with a message.
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - message: The problem, its location and its remedy, without health values.
    public init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The domain of these errors, `com.apple.healthkit`.
    public static var errorDomain: String { HKErrorDomain }

    /// The code.
    public var code: Code { Code(rawValue: stored.code) ?? .unknownError }

    /// The user info.
    public var userInfo: [String: Any] { stored.userInfo }

    /// Returns a Boolean value that indicates whether two errors have the same code and user info.
    public static func == (left: HKError, right: HKError) -> Bool {
        left.stored.isEqual(right.stored)
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) {
        // Only the code is hashed: Foundation on Linux traps when an NSError is hashed.
        hasher.combine(code)
    }
}

extension HKError.Code {
    /// Returns whether an error is an ``HKError`` with this code, or an `NSError` with its domain and code, so that codes can be
    /// patterns of `catch` and `case`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        if let error = error as? HKError { return error.code == code }
        let error = error as NSError
        return error.domain == HKErrorDomain && error.code == code.rawValue
    }
}

extension HKError: CustomNSError {
    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The user info, with a description.
    public var errorUserInfo: [String: Any] {
        userInfo.merging([NSLocalizedDescriptionKey: description]) { own, _ in own }
    }
}

extension HKError: LocalizedError {
    /// The message of the error, or the meaning of its code.
    public var errorDescription: String? { description }

    /// The reason in the user info, if it has one.
    public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }
}

extension HKError: CustomStringConvertible {
    /// The message of the error, or the meaning of its code.
    public var description: String {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
    }
}

extension HKError.Code {
    /// The meaning of the code in one sentence. Where apps compare the texts of phones, it is that text.
    fileprivate var explanation: String {
        switch self {
        case .unknownError: "An unknown error occurred."
        case .errorHealthDataUnavailable: "Health data is unavailable on this device"
        case .errorHealthDataRestricted: "Access to health data is restricted on this machine."
        case .errorInvalidArgument: "An argument is not valid."
        case .errorAuthorizationDenied: "Not authorized"
        case .errorAuthorizationNotDetermined: "Authorization not determined"
        case .errorDatabaseInaccessible: "Protected health data is inaccessible"
        case .errorUserCanceled: "The person canceled."
        case .errorAnotherWorkoutSessionStarted: "Another app has started a workout session."
        case .errorUserExitedWorkoutSession: "The person left the workout session."
        case .errorRequiredAuthorizationDenied: "The person has not allowed all the types that this app requires."
        case .errorNoData: "No data available for the specified predicate."
        case .errorWorkoutActivityNotAllowed: "This workout activity is not allowed here."
        case .errorDataSizeExceeded: "The data exceeds the allowed size; send less at a time."
        case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "This is not allowed for a guest."
        }
    }
}
