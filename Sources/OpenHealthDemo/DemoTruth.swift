// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The content of a demo export, counted while it was written, so that the results of imports and statistics can be
/// checked.
public struct DemoTruth: Codable, Sendable, Equatable {
    /// Records. One that stands in a correlation and at the top level counts once, one that stands only in a
    /// correlation or workout counts too; exact duplicates and records of unknown type count like any other.
    public var records = 0
    /// The same by type identifier.
    public var byType: [String: Int] = [:]
    /// `MetadataEntry` elements, wherever they stand.
    public var metadataEntries = 0
    /// `Correlation` elements.
    public var correlations = 0
    /// `Workout` elements.
    public var workouts = 0
    /// `WorkoutStatistics` elements directly within workouts.
    public var workoutStatistics = 0
    /// `WorkoutEvent` elements directly within workouts.
    public var workoutEvents = 0
    /// `WorkoutActivity` elements.
    public var workoutActivities = 0
    /// `WorkoutStatistics` elements within activities, which repeat those of the workout.
    public var activityStatistics = 0
    /// `WorkoutEvent` elements within activities, which repeat those of the workout.
    public var activityEvents = 0
    /// `WorkoutRoute` elements.
    public var routes = 0
    /// Points in the route files; 0 for a bare document, which has no such files.
    public var routePoints = 0
    /// Electrocardiograms; 0 for a bare document.
    public var ecgs = 0
    /// Measurements in them.
    public var ecgVoltages = 0
    /// `InstantaneousBeatsPerMinute` elements.
    public var heartbeats = 0
    /// `ActivitySummary` elements, one more than there are days: one day has two.
    public var activitySummaries = 0
    /// `ClinicalRecord` elements.
    public var clinicalRecords = 0
    /// `Audiogram` elements.
    public var audiograms = 0
    /// `SensitivityPoint` elements.
    public var sensitivityPoints = 0
    /// `VisionPrescription` elements.
    public var visionPrescriptions = 0
    /// Elements that no version of the format knows, by name.
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
