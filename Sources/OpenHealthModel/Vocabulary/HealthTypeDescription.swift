// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The description of a type of health data.
public struct HealthTypeDescription: Sendable, Hashable {
    /// The kind of a type.
    public enum Kind: String, Sendable, CaseIterable {
        /// A number with a unit.
        case quantity
        /// A value of an enumeration.
        case category
        /// A group of samples.
        case correlation
        /// Information about the person that seldom changes.
        case characteristic
        /// A workout.
        case workout
        /// A series: a route, heartbeats.
        case series
        /// A record from a healthcare provider.
        case clinical
        /// A document.
        case document
        /// A questionnaire with a score.
        case scoredAssessment
        /// An electrocardiogram.
        case electrocardiogram
        /// A hearing test.
        case audiogram
        /// A prescription for glasses or contact lenses.
        case visionPrescription
        /// A mood or an emotion.
        case stateOfMind
        /// A dose of a medication, taken or not.
        case medicationDoseEvent
        /// A medication of the person.
        case userAnnotatedMedication
        /// The activity summary of a day.
        case activitySummary
    }

    /// The dates that a person enters with a sample.
    package enum Entry: String, Sendable {
        /// One date.
        case instant
        /// A start and an end.
        case interval
        /// One date, or a start and an end.
        case either
        /// An end and a duration.
        case duration
    }

    /// The identifier, as exports and databases contain it.
    public let identifier: String
    /// The name of the constant; the identifier if the type has no constant.
    public let constantName: String
    /// The short name, such as `stepCount`.
    public let swiftName: String
    /// The kind of the type.
    public let kind: Kind
    /// The unit in which values are stored, as a unit string for `HKUnit(from:)`; `nil` if the type is not a quantity type.
    public let canonicalUnit: String?
    /// The way in which values are aggregated; `nil` if the type is not a quantity type.
    public let aggregationStyle: HKQuantityAggregationStyle?
    /// The enumeration of the values, for categories and characteristics; see ``HealthEnums``.
    public let valueEnum: String?
    /// The version of iOS that introduced the type; `none` for types that HealthKit lacks.
    public let introduced: String
    /// Whether apps can save samples of the type.
    public let isShareable: Bool
    /// The dates that a person enters with a sample on the server's pages; `nil` if they have no form for the type.
    package let entry: Entry?
    /// Whether the constant is a former name of a type.
    package let isDeprecated: Bool
}

extension HealthTypeDescription {
    /// The short name in snake case, such as `step_count`, for tables and files.
    public var snakeCaseName: String {
        var name = ""
        var previous: Character = "_"
        for (index, letter) in swiftName.enumerated() {
            let next = swiftName.dropFirst(index + 1).first
            let endsAcronym = previous.isUppercase && (next?.isLowercase ?? false)
            if letter.isUppercase, index > 0, !previous.isUppercase || endsAcronym { name.append("_") }
            name += letter.lowercased()
            previous = letter
        }
        return name
    }
}
