// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension WorkoutRecording {
    /// Returns the recorded workout with the statistics of its samples.
    /// - Throws: `HKObjectValidationError`.
    func workout(_ configuration: HKWorkoutConfiguration, device: HKDevice?) throws -> HKWorkout {
        guard let startDate, let endDate else { throw HKError(.errorInvalidArgument, "The workout has not ended.") }
        let fields = try HKObjectValidation.fields(
            of: .workoutType(), start: startDate, end: endDate, device: device,
            metadata: Self.metadata(of: configuration).merging(metadata) { _, given in given }.objects)
        let parts =
            activities.isEmpty
            ? [HKWorkoutActivity(workoutConfiguration: configuration, start: startDate, end: endDate, metadata: nil)]
            : activities
        return HKWorkout(
            activityType: configuration.activityType, startDate: startDate, endDate: endDate,
            duration: elapsedTime(at: endDate), workoutEvents: events,
            workoutActivities: parts.map { finished($0, by: endDate) }, statistics: allStatistics,
            zoneGroups: zoneGroups(from: startDate, to: endDate), fields: fields)
    }

    private func finished(_ activity: HKWorkoutActivity, by end: Date) -> HKWorkoutActivity {
        let part = DateInterval(start: activity.startDate, end: activity.endDate ?? max(activity.startDate, end))
        var statistics: [HKQuantityType: HKStatistics] = [:]
        for type in samples.quantityTypes { statistics[type] = samples.statistics(for: type, within: part) }
        return HKWorkoutActivity(
            uuid: activity.uuid, workoutConfiguration: activity.workoutConfiguration, startDate: part.start,
            endDate: part.end,
            duration: HKWorkoutPauses.activeDuration(from: part.start, to: part.end, events: events),
            workoutEvents: events.filter { part.contains($0.dateInterval.start) }, statistics: statistics,
            zoneGroups: zoneGroups(from: part.start, to: part.end), metadataValues: activity.metadataValues)
    }

    private func zoneGroups(from start: Date, to end: Date) -> [HKQuantityType: HKWorkoutZoneGroup]? {
        var groups: [HKQuantityType: HKWorkoutZoneGroup] = [:]
        for type in samples.quantityTypes {
            guard let zones = zones(for: type) else { continue }
            groups[type] = samples.zoneGroup(zones, from: start, to: end, events: events)
        }
        return groups.isEmpty ? nil : groups
    }

    /// Returns the metadata of a configuration.
    private static func metadata(of configuration: HKWorkoutConfiguration) -> [String: HKMetadataValue] {
        var metadata: [String: HKMetadataValue] = [:]
        switch configuration.locationType {
        case .indoor: metadata[HKMetadataKeyIndoorWorkout] = .bool(true)
        case .outdoor: metadata[HKMetadataKeyIndoorWorkout] = .bool(false)
        case .unknown: break
        }
        if configuration.swimmingLocationType != .unknown {
            metadata[HKMetadataKeySwimmingLocationType] = .integer(configuration.swimmingLocationType.rawValue)
        }
        if let length = configuration.lapLength { metadata[HKMetadataKeyLapLength] = .quantity(length) }
        return metadata
    }
}
