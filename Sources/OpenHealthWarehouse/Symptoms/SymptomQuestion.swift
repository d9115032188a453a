// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A query of the symptoms of a cohort.
public struct SymptomQuestion: Hashable, Sendable {
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

/// A category type that indicates the presence of something, with the meaning of its values.
///
/// Samples without a value indicate a presence; `unspecified` is a presence of unknown severity.
struct SymptomType: Hashable {
    /// The type.
    let description: HealthTypeDescription
    /// The raw values that indicate an absence.
    let absent: [Int]
    /// Whether other values indicate a severity.
    let hasSeverity: Bool

    /// Creates a symptom type, or returns nil if the type isn't a category that indicates a presence.
    /// - Parameter identifier: The identifier, such as `HKCategoryTypeIdentifierHeadache`.
    init?(identifier: String) {
        guard let description = HealthTypes.named(identifier), description.kind == .category else { return nil }
        switch description.valueEnum {
        case "HKCategoryValueSeverity": absent = [HKCategoryValueSeverity.notPresent.rawValue]
        case "HKCategoryValuePresence": absent = [HKCategoryValuePresence.notPresent.rawValue]
        case "HKCategoryValueAppetiteChanges": absent = [HKCategoryValueAppetiteChanges.noChange.rawValue]
        case "HKCategoryValueVaginalBleeding": absent = [HKCategoryValueVaginalBleeding.none.rawValue]
        case "HKCategoryValue": absent = []
        default: return nil
        }
        self.description = description
        hasSeverity = description.valueEnum == "HKCategoryValueSeverity"
    }

    /// The identifier.
    var identifier: String { description.identifier }

    /// All symptom types.
    static let all: [SymptomType] = HealthTypes.all.compactMap { SymptomType(identifier: $0.identifier) }
}

/// The frequency of a symptom in a week or on a day of the cycle.
public struct SymptomFrequency: Hashable, Sendable {
    /// The week or day of a frequency.
    public enum Place: Hashable, Sendable {
        /// A week, by its Monday; 1970-01-01 for the week of that day.
        case week(CohortDay)
        /// The day of the cycle; 1 is the first day of bleeding.
        case cycleDay(Int)
    }

    /// The numbers of units by severity. By week, each participant counts with the worst severity of the week; by cycle day, each
    /// day counts with its worst severity.
    public struct Severities: Hashable, Sendable {
        /// The number with an unspecified severity.
        public let unspecified: Int
        /// The number of mild ones.
        public let mild: Int
        /// The number of moderate ones.
        public let moderate: Int
        /// The number of severe ones.
        public let severe: Int
    }

    /// The reason for missing values.
    public enum Suppression: Hashable, Sendable {
        /// There are too few observed participants, or too few others would remain: nothing is disclosed.
        case fewParticipants
        /// Too few participants have the symptom: only the number of observed participants is disclosed.
        case fewCases
    }

    /// The identifier of the type.
    public let type: String
    /// The group of participants; nil for all.
    public let group: String?
    /// The week or the day of the cycle.
    public let place: Place
    /// The reason for missing values; nil if at most the severities are missing.
    public let suppression: Suppression?
    /// The number of observed participants.
    public let participants: Int?
    /// The number of participants who had the symptom at least once.
    public let cases: Int?
    /// The denominator of the frequency: by week, the number of participants; by cycle day, the number of their days.
    public let observed: Int?
    /// The numerator of the frequency: the number of those with the symptom.
    public let present: Int?
    /// ``present`` / ``observed``.
    public let frequency: Double?
    /// The confidence interval of the frequency. By cycle day, it takes into account that the days of one participant are alike.
    public let interval: ClosedRange<Double>?
    /// The number of independent days with the same interval; by week, the number of participants.
    public let effectiveSize: Double?
    /// The numbers by severity; nil for types without severity, and if one of the numbers is for too few participants, or would
    /// disclose such a number of another group.
    public let severities: Severities?
}
