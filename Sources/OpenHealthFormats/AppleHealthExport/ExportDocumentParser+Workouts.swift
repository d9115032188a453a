// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension ExportDocumentParser {
    /// Reads the start tag of a workout.
    mutating func startWorkout(closed: Bool) throws {
        guard let sample = try sampleFacts("Workout", others: nil) else { return push(.skipped, unless: closed) }
        var facts = WorkoutData(
            activityType: text("workoutActivityType") ?? "HKWorkoutActivityTypeOther", sample: sample)
        facts.duration = seconds("duration", unit: "durationUnit")
        facts.attributes = allAttributes(except: Self.sampleAttributes.union(["workoutActivityType"]))
        if closed {
            deliver(facts)
        } else {
            push(.workout(Pending(facts)))
        }
    }

    /// Reads a start tag inside a workout.
    mutating func startInWorkout(_ workout: Pending<WorkoutData>, closed: Bool) throws {
        let name = scanner.name
        if name.equals("MetadataEntry") {
            workout.value.sample.metadata.append(metadataEntry(closed: closed))
        } else if name.equals("WorkoutEvent") {
            try startEvent(of: .workout(workout), closed: closed)
        } else if name.equals("WorkoutStatistics") {
            if let statistics = try statisticsFacts() { workout.value.statistics.append(statistics) }
            push(.leaf, unless: closed)
        } else if name.equals("WorkoutActivity") {
            try startActivity(of: workout, closed: closed)
        } else if name.equals("WorkoutRoute") {
            try startRoute(of: workout, closed: closed)
        } else if name.equals("Record") {
            try startRecord(in: .workout(workout), closed: closed)
        } else if name.equals("WorkoutZoneGroup") {
            startZoneGroup(of: workout, closed: closed)
        } else {
            try startUnexpected(in: "Workout", closed: closed)
        }
    }

    /// Adds a complete workout to the batch.
    mutating func deliver(_ workout: WorkoutData) {
        itemWeight += 32 + workout.events.count + workout.routes.reduce(0) { $0 + $1.points.count }
        batch.items.append(.workout(workout))
    }

    /// Returns a duration attribute in seconds, or nil if its value is not a valid duration. The default unit is minutes.
    mutating func seconds(_ name: StaticString, unit: StaticString) -> Double? {
        guard let value = number(name) else { return nil }
        guard let slice = scanner.attribute(unit), !slice.equals("min") else { return Self.duration(value * 60) }
        let written = slice.text.string
        guard let conversion = (try? HKUnit(validating: written))?.conversion(to: .second()) else { return nil }
        return Self.duration(conversion(value))
    }

    private static func duration(_ seconds: Double) -> Double? {
        HKObjectValidation.durations.contains(seconds) ? seconds : nil
    }

    // MARK: Zones

    private mutating func startZoneGroup(of workout: Pending<WorkoutData>, closed: Bool) {
        let facts = WorkoutZoneGroupData(attributes: allAttributes())
        start(facts, closed: closed, as: { .zoneGroup($0, of: workout) }) { workout.value.zoneGroups.append($1) }
    }

    /// Reads a start tag inside a group of zones.
    mutating func startInZoneGroup(_ group: Pending<WorkoutZoneGroupData>, closed: Bool) throws {
        if scanner.name.equals("WorkoutZone") {
            group.value.zones.append(allAttributes())
            push(.leaf, unless: closed)
        } else {
            try startUnexpected(in: "WorkoutZoneGroup", closed: closed)
        }
    }
}
