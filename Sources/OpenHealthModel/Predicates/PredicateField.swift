// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A property of an object that a predicate can ask about.
///
/// Inside `PredicateNode.activity` the object is an activity of a workout. It has a UUID, metadata, a duration, statistics,
/// and a type, start and end under the names that begin with `activity`; a workout does not have those.
package enum PredicateField: Hashable, Sendable {
    // MARK: All objects
    case uuid, source, sourceName, sourceBundleIdentifier, sourceRevision, sourceVersion, productType, device
    /// The property of the device under one of the keys `HKDevicePropertyKey…`.
    case deviceProperty(String)
    /// The metadata under a key.
    case metadata(String)

    // MARK: Samples
    /// ``sampleType`` is the identifier.
    case startDate, endDate, sampleType

    // MARK: Quantities; of samples that hold one reading all of these but `count` are that reading
    /// ``quantity`` is the sum of a series of a type that adds up, and the average of any other. Of series, ``sum`` is only
    /// there in the first case, and the others only in the second.
    case quantity, count, sum, minimum, maximum, mostRecent, mostRecentStart, mostRecentEnd
    /// Seconds.
    case mostRecentDuration

    // MARK: Categories
    case categoryValue

    // MARK: Workouts
    case workoutType
    /// Seconds without pauses; also of the activity of a workout.
    case duration
    case totalDistance, totalEnergyBurned, totalSwimmingStrokeCount, totalFlightsClimbed
    /// Figures of the statistics of a workout, or of an activity, over a quantity type with an identifier.
    case statisticsSum(String), statisticsMinimum(String), statisticsMaximum(String), statisticsAverage(String)
    case activityType, activityStart, activityEnd

    // MARK: Other classes
    case ecgClassification, ecgSymptomsStatus, ecgAverageHeartRate
    case cdaTitle, cdaPatientName, cdaAuthorName, cdaCustodianName
    case fhirResourceType, fhirIdentifier
    case relevantDate
    /// ``stateOfMindLabel`` and ``stateOfMindAssociation`` are lists: one value of them has to fit.
    case valence, stateOfMindKind, stateOfMindLabel, stateOfMindAssociation
    /// ``medicationConcept`` is the text of the identifier, without the domain.
    case doseStatus, doseScheduledDate, doseOrigin, medicationConcept
    /// Of medications.
    case isArchived, hasSchedule
    /// Of activity summaries.
    case day

    /// All fields that are not about a key or a type.
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
