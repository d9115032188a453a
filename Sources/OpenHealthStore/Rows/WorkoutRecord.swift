// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A workout with everything that the store contains about it.
public struct WorkoutRecord: Sendable, Equatable {
    /// The UUID, dates, source and metadata.
    public var sample: SampleRecord
    /// The activity; `other` for an unknown name.
    public var activityType: HKWorkoutActivityType
    /// The name of the activity as exports write it: `HKWorkoutActivityTypeRunning`.
    public var activityName: String
    /// The duration in seconds, without pauses.
    public var duration: TimeInterval
    /// The statistics of the workout by type, in the units that they were written in.
    public var statistics: [WorkoutStatisticsData]
    /// The pauses, laps, segments and markers.
    public var events: [WorkoutEventData]
    /// The activities of the workout, with their own events and statistics.
    public var activities: [WorkoutActivityData]
    /// The totals of old exports and all other attributes, as written.
    public var attributes: [MetadataPair]
    /// The time spent in zones, as written.
    public var zoneGroups: [WorkoutZoneGroupData]
    /// The routes, without their points.
    public var routes: [RouteSummary]
}
