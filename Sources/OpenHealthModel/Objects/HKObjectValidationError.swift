// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error that occurs when an object cannot be created from the given arguments.
///
/// The initializers that trap use the same message. It contains types, units, keys and dates, but never the
/// person's values.
public struct HKObjectValidationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The code of an error, for comparison.
    public typealias Code = ErrorCode<HKObjectValidationError>

    /// The code of the error.
    public let code: Code
    /// The type or class that the error is about, such as `HKQuantityTypeIdentifierBodyMass`.
    public let subject: String
    /// The problem.
    public let message: String
    /// The remedy.
    public let remedy: String

    /// Creates an error from its properties.
    package init(_ code: Code, _ subject: String, _ message: String, remedy: String) {
        self.code = code
        self.subject = subject
        self.message = message
        self.remedy = remedy
    }

    /// The subject, the message and the remedy on one line.
    public var description: String { "\(subject): \(message); \(remedy)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension HKObjectValidationError.Code {
    /// The end date is before the start date, or one of them is not a valid date.
    public static let invalidInterval = Self(rawValue: "invalidInterval")
    /// The end is `Date.distantFuture`.
    public static let undeterminedEnd = Self(rawValue: "undeterminedEnd")
    /// The interval is longer or shorter than the type allows.
    public static let durationOutOfRange = Self(rawValue: "durationOutOfRange")
    /// The unit is incompatible with the type.
    public static let incompatibleUnit = Self(rawValue: "incompatibleUnit")
    /// The value is not a finite number.
    public static let valueNotFinite = Self(rawValue: "valueNotFinite")
    /// The value is outside the range of the type.
    public static let valueOutOfRange = Self(rawValue: "valueOutOfRange")
    /// Metadata that the type requires is missing.
    public static let missingMetadata = Self(rawValue: "missingMetadata")
    /// A metadata value has an unsupported class, or does not fit its predefined key.
    public static let invalidMetadata = Self(rawValue: "invalidMetadata")
    /// The metadata has a sync identifier without a sync version, or the reverse.
    public static let incompleteSyncMetadata = Self(rawValue: "incompleteSyncMetadata")
    /// A correlation has no members.
    public static let emptyCorrelation = Self(rawValue: "emptyCorrelation")
    /// A correlation has a member of a type that it does not allow.
    public static let invalidMember = Self(rawValue: "invalidMember")
    /// The class is not the one for samples of the type.
    public static let wrongClass = Self(rawValue: "wrongClass")
    /// An event is not valid in its workout.
    public static let invalidWorkoutEvent = Self(rawValue: "invalidWorkoutEvent")
    /// The number of answers differs from the number of questions, or an answer is not allowed.
    public static let invalidAnswers = Self(rawValue: "invalidAnswers")
    /// A string cannot be parsed.
    public static let unreadable = Self(rawValue: "unreadable")
}

extension HKObjectValidationError: ReportableError {
    /// Whether the problem is in the caller's arguments.
    public var isAboutArguments: Bool { true }
}
