// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Which symptoms a cohort is asked about, and by what.
public struct SymptomQuestion: Hashable, Sendable {
    /// The division of frequencies.
    public enum Division: Hashable, Sendable {
        /// By calendar week: of the participants who were observed in it, how many had the symptom.
        case week
        /// By day of the menstrual cycle: of the days that were observed, how many had the symptom.
        case cycleDay
    }

    /// The identifiers of the types, each once.
    public let types: [String]
    /// The division of frequencies.
    public let division: Division
    /// The first day that counts; nil for all from the beginning.
    public let from: CohortDay?
    /// The last day that counts; nil for all to the end.
    public let to: CohortDay?
    /// Whether each group of participants has figures of its own.
    public let byGroup: Bool
    /// How sure the intervals are, such as 0.95.
    public let confidence: Double
    /// Which groups are too small to be told about.
    public let smallGroups: SmallGroups

    /// The last day of a cycle that is counted. What comes later in a long cycle mostly means that a bleeding was not noted.
    public static let lastCycleDay = 45

    /// Creates a query; see the properties.
    ///
    /// Types are identifiers such as `HKCategoryTypeIdentifierHeadache`: categories whose values say whether something is
    /// there (severity, presence, changes of appetite, bleeding), or that have no values.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, for other types, none at all, days in the wrong order, and a
    ///   confidence that is not between 0.5 and 0.9999.
    public init(
        types: [String], by division: Division, from: CohortDay? = nil, to: CohortDay? = nil, byGroup: Bool = false,
        confidence: Double = 0.95, smallGroups: SmallGroups = .standard
    ) throws {
        var unique: [String] = []
        for type in types where !unique.contains(type) {
            guard SymptomType(identifier: type) != nil else {
                let name = HealthTypes.named(type)?.swiftName ?? type
                throw WarehouseError(
                    .invalidArgument, "\(name.debugDescription) is no type that says whether something is there",
                    remedy: "ask for symptoms such as headache, abdominalCramps or moodChanges")
            }
            unique.append(type)
        }
        guard !unique.isEmpty else {
            throw WarehouseError(
                .invalidArgument, "no symptom is asked about", remedy: "name types, such as headache,abdominalCramps")
        }
        if let from, let to, to < from {
            throw WarehouseError(
                .invalidArgument, "the last day, \(to), lies before the first, \(from)", remedy: "exchange the two")
        }
        guard confidence >= 0.5, confidence <= 0.9999 else {
            throw WarehouseError(
                .invalidArgument, "the confidence must be from 0.5 to 0.9999 and not \(confidence)",
                remedy: "give another, such as 0.95")
        }
        self.types = unique
        self.division = division
        self.from = from
        self.to = to
        self.byGroup = byGroup
        self.confidence = confidence
        self.smallGroups = smallGroups
    }
}
