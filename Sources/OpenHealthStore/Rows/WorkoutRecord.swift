// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A workout with everything that the store knows of it.
public struct WorkoutRecord: Sendable, Equatable {
    /// Identity, dates, source, metadata.
    public var sample: SampleRecord
    /// The activity; `other` for an unknown name.
    public var activityType: HKWorkoutActivityType
    /// The name of what was done, as exports write it: `HKWorkoutActivityTypeRunning`.
    public var activityName: String
    /// The seconds without pauses.
    public var duration: TimeInterval
    /// The figures of the workout by type, in the units they were written in.
    public var statistics: [WorkoutStatisticsData]
    /// Pauses, laps, segments, markers.
    public var events: [WorkoutEventData]
    /// The parts of the workout, with their own events and figures.
    public var activities: [WorkoutActivityData]
    /// Totals of old exports and whatever else stood in the attributes, as written.
    public var attributes: [MetadataPair]
    /// The time spent in zones, as written.
    public var zoneGroups: [WorkoutZoneGroupData]
    /// The routes, without their points.
    public var routes: [RouteSummary]
}
