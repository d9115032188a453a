// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A property of an object that predicates can compare.
///
/// In `PredicateNode.activity`, the object is an activity of a workout. It has a UUID, metadata, a duration, statistics,
/// and a type, start and end in the cases that begin with `activity`; a workout does not have the latter.
package enum PredicateField: Hashable, Sendable {
    // MARK: All objects
    case uuid, source, sourceName, sourceBundleIdentifier, sourceRevision, sourceVersion, productType, device
    /// The device property of a key `HKDevicePropertyKey…`.
    case deviceProperty(String)
    /// The metadata value of a key.
    case metadata(String)

    // MARK: Samples
    /// ``sampleType`` is the identifier of the type.
    case startDate, endDate, sampleType

    // MARK: Quantities; of samples that hold one reading all of these but `count` are that reading
    /// ``quantity`` is the sum of a cumulative series and the average of a discrete one. A series has ``sum`` only if it is
    /// cumulative, and the others only if it is discrete.
    case quantity, count, sum, minimum, maximum, mostRecent, mostRecentStart, mostRecentEnd
    /// The duration in seconds.
    case mostRecentDuration

    // MARK: Categories
    case categoryValue

    // MARK: Workouts
    case workoutType
    /// The duration in seconds without pauses, of a workout or an activity.
    case duration
    case totalDistance, totalEnergyBurned, totalSwimmingStrokeCount, totalFlightsClimbed
    /// The statistics of a workout or an activity for the quantity type with an identifier.
    case statisticsSum(String), statisticsMinimum(String), statisticsMaximum(String), statisticsAverage(String)
    case activityType, activityStart, activityEnd

    // MARK: Other classes
    case ecgClassification, ecgSymptomsStatus, ecgAverageHeartRate
    case cdaTitle, cdaPatientName, cdaAuthorName, cdaCustodianName
    case fhirResourceType, fhirIdentifier
    case relevantDate
    /// ``stateOfMindLabel`` and ``stateOfMindAssociation`` are lists: a comparison is true if it is true for any value.
    case valence, stateOfMindKind, stateOfMindLabel, stateOfMindAssociation
    /// ``medicationConcept`` is the identifier as a string, without the domain.
    case doseStatus, doseScheduledDate, doseOrigin, medicationConcept
    /// Properties of medications.
    case isArchived, hasSchedule
    /// The day of an activity summary.
    case day

    /// All fields without a key or type.
    package static let plain: [PredicateField] = [
        .uuid, .source, .sourceName, .sourceBundleIdentifier, .sourceRevision, .sourceVersion, .productType, .device,
        .startDate, .endDate, .sampleType, .quantity, .count, .sum, .minimum, .maximum, .mostRecent, .mostRecentStart,
        .mostRecentEnd, .mostRecentDuration, .categoryValue, .workoutType, .duration, .totalDistance,
        .totalEnergyBurned, .totalSwimmingStrokeCount, .totalFlightsClimbed, .activityType, .activityStart,
        .activityEnd, .ecgClassification, .ecgSymptomsStatus, .ecgAverageHeartRate, .cdaTitle, .cdaPatientName,
        .cdaAuthorName, .cdaCustodianName, .fhirResourceType, .fhirIdentifier, .relevantDate, .valence,
        .stateOfMindKind, .stateOfMindLabel, .stateOfMindAssociation, .doseStatus, .doseScheduledDate, .doseOrigin,
        .medicationConcept, .isArchived, .hasSchedule, .day,
    ]
}
