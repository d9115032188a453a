// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query of the symptoms of a cohort.
public struct SymptomQuery: Hashable, Sendable {
    /// The division of frequencies.
    public enum Division: Hashable, Sendable {
        /// By calendar week: the share of participants with the symptom among those observed in the week.
        case week
        /// By day of the menstrual cycle: the share of days with the symptom among the observed days.
        case cycleDay
    }

    /// The identifiers of the types, without duplicates.
    public let types: [String]
    /// The division of frequencies.
    public let division: Division
    /// The first day; nil for no bound.
    public let from: CohortDay?
    /// The last day; nil for no bound.
    public let to: CohortDay?
    /// Whether there are separate statistics for each group of participants.
    public let byGroup: Bool
    /// The confidence level of the intervals, such as 0.95.
    public let confidence: Double
    /// The rule for hidden groups.
    public let smallGroups: SmallGroups

    /// The last day of a cycle that is counted. Later days of a long cycle usually mean that a bleeding wasn't recorded.
    public static let lastCycleDay = 45

    /// Creates a query; see the properties.
    ///
    /// Types are identifiers such as `HKCategoryTypeIdentifierHeadache`: categories whose values indicate a presence (severity,
    /// presence, changes of appetite, bleeding), or that have no values.
    /// - Throws: A ``WarehouseError``: `invalidArgument` for other types, no types, days in the wrong order, and a confidence
    ///   level that isn't between 0.5 and 0.9999.
    public init(
        types: [String], by division: Division, from: CohortDay? = nil, to: CohortDay? = nil, byGroup: Bool = false,
        confidence: Double = 0.95, smallGroups: SmallGroups = .standard
    ) throws {
        var unique: [String] = []
        for type in types where !unique.contains(type) {
            guard SymptomType(identifier: type) != nil else {
                let name = HealthTypes.named(type)?.swiftName ?? type
                throw WarehouseError(
                    .invalidArgument, "\(name.debugDescription) is not a symptom type",
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
                .invalidArgument, "the last day, \(to), is before the first, \(from)", remedy: "swap the two days")
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
