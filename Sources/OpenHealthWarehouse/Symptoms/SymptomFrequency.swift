// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How often a symptom is in a week or on a day of the cycle.
public struct SymptomFrequency: Hashable, Sendable {
    /// Where in time.
    public enum Place: Hashable, Sendable {
        /// The week that begins on a Monday; of that of 1970-01-01, that day.
        case week(CohortDay)
        /// The day of the cycle; 1 is the first day of bleeding.
        case cycleDay(Int)
    }

    /// How severe it was. By week each participant counts with the worst of the week, by cycle day each day with its worst.
    public struct Severities: Hashable, Sendable {
        /// Noted without a severity.
        public let unspecified: Int
        /// Mild.
        public let mild: Int
        /// Moderate.
        public let moderate: Int
        /// Severe.
        public let severe: Int
    }

    /// Why figures are missing.
    public enum Suppression: Hashable, Sendable {
        /// Too few participants are under observation, or too few others would remain: nothing is disclosed.
        case fewParticipants
        /// Too few participants have the symptom: only the number under observation is disclosed.
        case fewCases
    }

    /// The identifier of the type.
    public let type: String
    /// The group of participants; nil for all.
    public let group: String?
    /// The week or the day of the cycle.
    public let place: Place
    /// Why figures are missing; nil where none is, but for severities.
    public let suppression: Suppression?
    /// The number of participants under observation.
    public let participants: Int?
    /// The number of those who had the symptom at least once.
    public let cases: Int?
    /// The denominator of the frequency: by week the participants, by cycle day their days.
    public let observed: Int?
    /// On how many of these the symptom was there.
    public let present: Int?
    /// ``present`` / ``observed``.
    public let frequency: Double?
    /// The interval of the frequency; by cycle day it allows for days of one participant being alike.
    public let interval: ClosedRange<Double>?
    /// The number of independent days with the same interval; by week the participants.
    public let effectiveSize: Double?
    /// How severe it was; nil for types that do not say, and where one of the numbers is of too few participants,
    /// or would give such a number of another group away.
    public let severities: Severities?
}
