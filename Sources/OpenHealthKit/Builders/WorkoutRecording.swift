// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The contents and the state of a workout that is being recorded.
struct WorkoutRecording: Sendable {
    /// The state of the recording.
    enum Phase: Sendable {
        case new, collecting, ended, saving, finished, discarded
    }

    private(set) var phase = Phase.new
    private(set) var startDate: Date?
    private(set) var endDate: Date?
    private(set) var metadata: [String: HKMetadataValue] = [:]
    private(set) var events: [HKWorkoutEvent] = []
    private(set) var activities: [HKWorkoutActivity] = []
    private(set) var samples = WorkoutSamples()
    /// The zones set by the app, and the person's zones for the other types.
    var customZones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    var preferredZones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]

    // MARK: Course

    mutating func begin(at date: Date) throws {
        guard phase == .new else {
            throw HKError(.errorInvalidArgument, "The workout has begun already. Create a new builder for another one.")
        }
        guard date.timeIntervalSinceReferenceDate.isFinite else {
            throw HKError(.errorInvalidArgument, "The start of the workout is not a date.")
        }
        startDate = date
        phase = .collecting
    }

    mutating func end(at date: Date) throws {
        let start = try start()
        guard phase == .collecting else {
            throw HKError(.errorInvalidArgument, "The collection of the workout has ended already.")
        }
        guard date >= start, date.timeIntervalSinceReferenceDate.isFinite else {
            throw HKError(.errorInvalidArgument, "The workout ends before it starts.")
        }
        do {
            try HKWorkoutPauses.check(events, start: start, end: date, subject: "HKWorkout")
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        guard activities.allSatisfy({ ($0.endDate ?? $0.startDate) <= date }) else {
            throw HKError(.errorInvalidArgument, "The workout ends before one of its activities.")
        }
        endDate = date
        phase = .ended
    }

    /// Begins saving; the state does not change until ``endSaving(_:)`` is called.
    mutating func beginSaving() throws {
        _ = try start()
        guard phase == .ended else {
            throw HKError(
                .errorInvalidArgument,
                "The workout is in progress. End its collection with endCollection before finishing it."
            )
        }
        phase = .saving
    }

    /// Ends saving; a builder that was discarded in the meantime stays discarded.
    mutating func endSaving(_ worked: Bool) {
        guard phase == .saving else { return }
        phase = worked ? .finished : .ended
        if worked { samples = WorkoutSamples() }
    }

    mutating func discard() {
        guard phase != .finished else { return }
        phase = .discarded
        samples = WorkoutSamples()
    }

    /// Whether the recording has ended and can no longer be saved.
    var isOver: Bool { phase == .finished || phase == .discarded }

    /// Returns the start date of a workout that accepts additions.
    func start() throws -> Date {
        switch phase {
        case .new:
            throw HKError(
                .errorInvalidArgument, "The workout has not begun. Call beginCollection before anything else.")
        case .saving, .finished, .discarded:
            throw HKError(.errorInvalidArgument, "The workout has been finished or discarded. Create a new builder.")
        case .collecting, .ended: return startDate ?? .distantPast
        }
    }

    // MARK: Additions

    /// Checks that samples may be added.
    func check(_ added: [HKSample]) throws {
        let start = try start()
        for sample in added {
            let type = sample.sampleType.identifier
            guard !(sample is HKWorkout) else {
                throw HKError(.errorInvalidArgument, "A workout cannot be part of a workout.")
            }
            guard sample.startDate >= start else {
                throw HKError(.errorInvalidArgument, "A sample of \(type) starts before the workout.")
            }
            if let endDate, sample.startDate > endDate {
                throw HKError(.errorInvalidArgument, "A sample of \(type) starts after the end of the workout.")
            }
        }
    }

    /// Adds samples that were checked; samples that were added before are ignored.
    /// - Returns: The samples that are new.
    mutating func add(_ added: [HKSample]) -> [HKSample] { samples.add(added) }

    /// Removes samples that no longer exist.
    mutating func remove(_ uuids: Set<UUID>) -> Bool { samples.remove(uuids) }

    mutating func add(_ added: [HKWorkoutEvent]) throws {
        let start = try start()
        do {
            try HKWorkoutPauses.check(
                events + added, start: start, end: endDate ?? .distantFuture, subject: "HKWorkoutEvent")
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        events += added
        events.sort { $0.dateInterval.start < $1.dateInterval.start }
    }

    mutating func add(_ added: [String: HKMetadataValue]) throws {
        _ = try start()
        let merged = metadata.merging(added) { _, new in new }
        do {
            _ = try HKObjectValidation.metadata(merged.objects, of: .workoutType(), subject: "HKWorkout")
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        metadata = merged
    }

    mutating func add(_ activity: HKWorkoutActivity) throws {
        let start = try start()
        guard !activities.contains(activity) else {
            throw HKError(.errorInvalidArgument, "The activity \(activity.uuid) is already part of the workout.")
        }
        guard activity.startDate >= start, (activity.endDate ?? activity.startDate) <= endDate ?? .distantFuture else {
            throw HKError(.errorInvalidArgument, "The activity \(activity.uuid) is outside the workout.")
        }
        activities.append(activity)
        activities.sort { $0.startDate < $1.startDate }
    }

    mutating func update(_ uuid: UUID, end: Date) throws {
        let index = try index(of: uuid)
        guard end >= activities[index].startDate, end <= endDate ?? .distantFuture else {
            throw HKError(
                .errorInvalidArgument, "The activity \(uuid) would end before its start or after the workout.")
        }
        activities[index] = activities[index].with(end: end)
    }

    mutating func update(_ uuid: UUID, adding added: [String: HKMetadataValue]) throws {
        let index = try index(of: uuid)
        let merged = activities[index].metadataValues.merging(added) { _, new in new }
        do {
            _ = try HKObjectValidation.metadata(merged.objects, of: nil, subject: "HKWorkoutActivity")
        } catch {
            throw HKError(.errorInvalidArgument, error.description)
        }
        activities[index] = activities[index].with(metadata: merged)
    }

    private func index(of uuid: UUID) throws -> Int {
        _ = try start()
        guard let index = activities.firstIndex(where: { $0.uuid == uuid }) else {
            throw HKError(.errorInvalidArgument, "The workout has no activity with the UUID \(uuid).")
        }
        return index
    }

    // MARK: Figures

    /// Returns the duration in seconds from the start to a date, without pauses.
    func elapsedTime(at date: Date) -> TimeInterval {
        guard let startDate else { return 0 }
        let end = min(date, endDate ?? date)
        return end <= startDate ? 0 : HKWorkoutPauses.activeDuration(from: startDate, to: end, events: events)
    }

    /// Returns whether the workout is paused at a date.
    func isPaused(at date: Date) -> Bool {
        var isPaused = false
        for event in events where event.dateInterval.start <= date {
            if event.type == .pause { isPaused = true }
            if event.type == .resume { isPaused = false }
        }
        return isPaused
    }

    func statistics(for type: HKQuantityType) -> HKStatistics? {
        startDate.flatMap { samples.statistics(for: type, from: $0, to: endDate) }
    }

    var allStatistics: [HKQuantityType: HKStatistics] {
        var all: [HKQuantityType: HKStatistics] = [:]
        for type in samples.quantityTypes { all[type] = statistics(for: type) }
        return all
    }

    /// Returns the zones of a type that are in use.
    func zones(for type: HKQuantityType) -> HKWorkoutZoneConfiguration? { customZones[type] ?? preferredZones[type] }

    /// Returns the time spent in the zones of a type, or nil if it has no zones or no samples.
    func zoneGroup(for type: HKQuantityType, now: Date) -> HKWorkoutZoneGroup? {
        guard let startDate, let zones = zones(for: type) else { return nil }
        return samples.zoneGroup(zones, from: startDate, to: endDate ?? now, events: events)
    }
}

extension HKWorkoutActivity {
    func with(end: Date) -> HKWorkoutActivity {
        HKWorkoutActivity(
            uuid: uuid, workoutConfiguration: workoutConfiguration, startDate: startDate, endDate: end,
            metadataValues: metadataValues)
    }

    func with(metadata: [String: HKMetadataValue]) -> HKWorkoutActivity {
        HKWorkoutActivity(
            uuid: uuid, workoutConfiguration: workoutConfiguration, startDate: startDate, endDate: endDate,
            metadataValues: metadata)
    }
}

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
