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

extension DemoTruth {
    /// The true steps, most of which both phone and watch counted.
    ///
    /// Every record of steps has an integral number of steps in each second, so all totals are integral. In each second the
    /// source with the highest priority that has a record is counted, with all of its records in that second; the others are
    /// ignored. A record that one source has twice, with the same start, end and value, is counted once.
    public struct Steps: Codable, Sendable, Equatable {
        /// The totals of one way of counting.
        public struct Totals: Codable, Sendable, Equatable {
            /// The total number of steps.
            public var total = 0
            /// The steps of each day in ``Steps/zone``, by dates such as `2025-02-04`; without days that have none.
            public var byDay: [String: Int] = [:]

            /// Creates empty totals.
            public init() {}
        }

        /// The time zone of the days; see ``DemoExport/Options/timeZone``.
        public var zone = ""
        /// The names of the watches in the export, the one with the latest record first. They have the highest priority.
        public var watches: [String] = []
        /// The names of the phones, likewise. They follow the watches.
        public var phones: [String] = []
        /// The total number of steps, with the usual order of sources.
        public var total = 0
        /// The steps of each day, with the usual order of sources; see ``Totals/byDay``.
        public var byDay: [String: Int] = [:]
        /// The totals with all phones before all watches.
        public var phonesFirst = Totals()
        /// The totals without the watches.
        public var withoutWatches = Totals()
        /// The totals of each source by name.
        public var bySource: [String: Totals] = [:]

        /// Creates empty values.
        public init() {}
    }
}
