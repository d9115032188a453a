// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An object cannot be built from the parts that were given.
///
/// The trapping initialisers stop the process with the same words. The text names types, units, keys and dates, never a
/// person's values.
public struct HKObjectValidationError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
    /// The code of the error, which programs can compare.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let rawValue: String

        /// Creates a code from its name, whether or not it is known.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The end lies before the start, or one of them is no date.
        public static let invalidInterval = Code(rawValue: "invalidInterval")
        /// The end is `Date.distantFuture`.
        public static let undeterminedEnd = Code(rawValue: "undeterminedEnd")
        /// The interval is longer or shorter than the type allows.
        public static let durationOutOfRange = Code(rawValue: "durationOutOfRange")
        /// The unit does not measure what the type measures.
        public static let incompatibleUnit = Code(rawValue: "incompatibleUnit")
        /// The value is not a finite number.
        public static let valueNotFinite = Code(rawValue: "valueNotFinite")
        /// The value lies outside what the type knows.
        public static let valueOutOfRange = Code(rawValue: "valueOutOfRange")
        /// Metadata that the type needs is missing.
        public static let missingMetadata = Code(rawValue: "missingMetadata")
        /// A metadata value has a class that metadata cannot have.
        public static let invalidMetadata = Code(rawValue: "invalidMetadata")
        /// A sync identifier stands without a sync version, or the other way round.
        public static let incompleteSyncMetadata = Code(rawValue: "incompleteSyncMetadata")
        /// A correlation has no members.
        public static let emptyCorrelation = Code(rawValue: "emptyCorrelation")
        /// A correlation has a member that does not belong there.
        public static let invalidMember = Code(rawValue: "invalidMember")
        /// The class does not hold samples of this type.
        public static let wrongClass = Code(rawValue: "wrongClass")
        /// An event of a workout does not fit the workout.
        public static let invalidWorkoutEvent = Code(rawValue: "invalidWorkoutEvent")
        /// The questionnaire has more or fewer questions, or an answer stands where it cannot.
        public static let invalidAnswers = Code(rawValue: "invalidAnswers")
        /// A text cannot be read as what it should be.
        public static let unreadable = Code(rawValue: "unreadable")

        /// The name of the code.
        public var description: String { rawValue }
    }

    /// The code.
    public let code: Code
    /// The type or class in question, such as `HKQuantityTypeIdentifierBodyMass`.
    public let subject: String
    /// The problem.
    public let message: String
    /// The remedy.
    public let remedy: String

    /// Creates an error from its parts.
    package init(_ code: Code, _ subject: String, _ message: String, remedy: String) {
        self.code = code
        self.subject = subject
        self.message = message
        self.remedy = remedy
    }

    /// The subject, the message and the remedy in one line.
    public var description: String { "\(subject): \(message); \(remedy)" }

    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension HKObjectValidationError: ReportableError {
    package var isAboutArguments: Bool { true }
}
