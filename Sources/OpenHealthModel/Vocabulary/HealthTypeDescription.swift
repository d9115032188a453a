// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The facts of one type of health data.
public struct HealthTypeDescription: Sendable, Hashable {
    /// The kind of a type.
    public enum Kind: String, Sendable, CaseIterable {
        /// A number with a unit.
        case quantity
        /// A value of an enumeration.
        case category
        /// Samples that belong together.
        case correlation
        /// A fact about the person that seldom changes.
        case characteristic
        /// A workout.
        case workout
        /// A series: a route, heartbeats.
        case series
        /// A record from a health provider.
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
        /// A dose of medicine, taken or not.
        case medicationDoseEvent
        /// A medicine that the person takes.
        case userAnnotatedMedication
        /// The rings of a day.
        case activitySummary
    }

    /// The identifier as exports and databases hold it.
    public let identifier: String
    /// The name of the constant; the identifier, where the type has none.
    public let constantName: String
    /// The short name, such as `stepCount`.
    public let swiftName: String
    /// The kind of the type.
    public let kind: Kind
    /// The unit that values are stored in, in the notation of `HKUnit(from:)`; nil for types that are no quantities.
    public let canonicalUnit: String?
    /// How values add up; nil for types that are no quantities.
    public let aggregationStyle: HKQuantityAggregationStyle?
    /// The enumeration that values come from, for categories and characteristics; see ``HealthEnums``.
    public let valueEnum: String?
    /// The version of iOS that brought the type.
    public let introduced: String
    /// Whether apps may save the type.
    public let isShareable: Bool
    /// Whether the constant is an old name of a type that has a newer one.
    package let isDeprecated: Bool
}

extension HealthTypeDescription {
    /// The short name in lower case with underscores, such as `step_count`, for tables and files.
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
