// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
