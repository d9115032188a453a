// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics

/// An app's access to health data in a database on this computer or on a server.
///
/// Each call checks the current permissions. A call throws `CancellationError` if its task is cancelled: the SQL statement is
/// interrupted, or the request to the server is cancelled. Other errors are `HKError`s.
package protocol HealthAccess: SampleReading, SampleSaving, SeriesReading, StatisticsReading, ChangeReading,
    AttachmentStoring, WorkoutReading, PersonReading, PermissionRequesting, DeliveryManaging
{
    /// The app.
    var app: AppIdentity { get }
    /// The current time.
    var clock: @Sendable () -> Date { get }
    /// Samples that end before this date cannot be saved.
    var earliestPermittedSampleDate: Date { get }
}

/// Methods that compute statistics over samples.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol StatisticsReading: Sendable {
    /// Returns statistics over the matching samples that the app may read, for the buckets with samples, in order.
    func statistics(_ query: StatisticsQuery) async throws -> [HKStatistics]
    /// Splits the energy burned in an interval into resting and active energy.
    func splitEnergy(
        _ total: HKQuantity, start: Date, end: Date, calendar: Calendar
    ) async throws -> (resting: HKQuantity, active: HKQuantity)
}

/// Methods that read the zones of workouts, and relate effort samples to workouts.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol WorkoutReading: Sendable {
    /// Returns the zones of the latest workout that the app may read; `nil` if no workout has zones.
    func latestZoneConfiguration(for type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration?
    /// Relates an effort sample to a workout or one of its activities, and saves the sample if it does not exist.
    func relateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws
    /// Removes the relation of a sample to a workout or one of its activities. The sample is kept.
    func unrelateEffort(_ sample: HKSample, workout: UUID, activity: UUID?) async throws
    /// Returns the relationships of effort samples to workouts that changed since the last call.
    /// - Parameter course: The position of the last call; updated.
    func effortRelationships(
        _ predicate: PredicateNode, after course: inout EffortCourse, isMostRelevant: Bool
    ) async throws -> [HKWorkoutEffortRelationship]
}

extension WorkoutReading {
    /// Returns the relationships of effort samples to workouts, by workout and activity, in order of the workouts' start.
    /// - Parameters:
    ///   - predicate: The workouts.
    ///   - anchor: The position in the order of changes after which relations must have changed.
    ///   - isMostRelevant: Whether only the most relevant sample of each workout and activity is returned: a rating by the
    ///     person before an estimate, and the latest of several.
    /// - Returns: The relationships, and the position up to which they were read.
    package func effortRelationships(
        _ predicate: PredicateNode, after anchor: Int, isMostRelevant: Bool
    ) async throws -> (relationships: [HKWorkoutEffortRelationship], anchor: Int) {
        var course = EffortCourse(anchor: anchor)
        let found = try await effortRelationships(predicate, after: &course, isMostRelevant: isMostRelevant)
        return (found, course.anchor)
    }
}

/// The position of a repeated query for the effort samples of workouts.
package struct EffortCourse: Sendable {
    /// The position up to which changes of relations have been read.
    package var anchor: Int
    /// The workouts that are known to have relations.
    package var workouts: Set<UUID> = []

    package init(anchor: Int) {
        self.anchor = anchor
    }
}

/// Access to the data of the person other than samples: characteristics, units, activity summaries and medications.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol PersonReading: Sendable {
    /// Returns a characteristic in the form of Apple's exports; `nil` if it is not set or not readable.
    func characteristic(_ type: HKCharacteristicType) async throws -> String?
    /// Returns the year, month and day of birth; `nil` if they are not set or not readable.
    func dateOfBirth() async throws -> DateComponents?
    /// Returns the person's preferred units.
    func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    /// Returns the activity summaries that match a predicate, ordered by date.
    func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary]
    /// Returns the medications that the app may read and that match a predicate.
    func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication]
}

extension PersonReading {
    package func medications(_ predicate: PredicateNode) async throws -> [HKUserAnnotatedMedication] {
        try await medications(predicate, limit: nil)
    }
}

/// The date of birth in the form of Apple's exports.
package enum DateOfBirth {
    /// Returns the year, month and day of a date of birth such as `1980-01-31`.
    /// - Throws: An `HKError`, `errorNoData`, if the string is not a date.
    package static func components(_ text: String) throws -> DateComponents {
        // Exports can contain a time after the day.
        let parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...12).contains(month), (1...CivilDay.daysInMonth(year: year, month: month)).contains(day)
        else {
            throw HKError(
                .errorNoData,
                "The date of birth in the database is not a date. The person sets it with `health me set`, as 1980-01-31."
            )
        }
        return DateComponents(year: year, month: month, day: day)
    }
}
