// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The contents of a demo export, counted while it was written, for comparison with the results of imports and statistics.
public struct DemoTruth: Codable, Sendable, Equatable {
    /// The number of records. A record in a correlation and at the top level counts once, a record only in a correlation or
    /// workout also counts; exact duplicates and records of unknown type are included.
    public var records = 0
    /// The number of records by type identifier.
    public var byType: [String: Int] = [:]
    /// The number of `MetadataEntry` elements anywhere.
    public var metadataEntries = 0
    /// The number of `Correlation` elements.
    public var correlations = 0
    /// The number of `Workout` elements.
    public var workouts = 0
    /// The number of `WorkoutStatistics` elements directly within workouts.
    public var workoutStatistics = 0
    /// The number of `WorkoutEvent` elements directly within workouts.
    public var workoutEvents = 0
    /// The number of `WorkoutActivity` elements.
    public var workoutActivities = 0
    /// The number of `WorkoutStatistics` elements within activities, which repeat those of the workout.
    public var activityStatistics = 0
    /// The number of `WorkoutEvent` elements within activities, which repeat those of the workout.
    public var activityEvents = 0
    /// The number of `WorkoutRoute` elements.
    public var routes = 0
    /// The number of points in the route files; 0 for a bare document, which has no such files.
    public var routePoints = 0
    /// The number of electrocardiograms; 0 for a bare document.
    public var ecgs = 0
    /// The number of measurements in electrocardiograms.
    public var ecgVoltages = 0
    /// The number of `InstantaneousBeatsPerMinute` elements.
    public var heartbeats = 0
    /// The number of `ActivitySummary` elements: the number of days plus one, because one day has two.
    public var activitySummaries = 0
    /// The number of `ClinicalRecord` elements.
    public var clinicalRecords = 0
    /// The number of `Audiogram` elements.
    public var audiograms = 0
    /// The number of `SensitivityPoint` elements.
    public var sensitivityPoints = 0
    /// The number of `VisionPrescription` elements.
    public var visionPrescriptions = 0
    /// The number of elements that no version of the format contains, by name.
    public var unknownElements: [String: Int] = [:]

    /// The true totals of the steps.
    public var steps = Steps()

    /// Creates empty values.
    public init() {}

    mutating func count(_ type: String, _ number: Int) {
        if number == 0 { return }
        records += number
        byType[type, default: 0] += number
    }
}
