// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKSource {
    /// Creates a source, which otherwise only a database does.
    /// - Parameters:
    ///   - name: what the person calls it.
    ///   - bundleIdentifier: the app's identifier.
    public static func fixture(
        _ name: String = "Recorder", bundleIdentifier: String = HealthWorld.recorder
    ) -> HKSource {
        HKSource(name: name, bundleIdentifier: bundleIdentifier)
    }
}

extension HKSourceRevision {
    /// Creates a revision of a source.
    /// - Parameters:
    ///   - source: the source.
    ///   - version: the app's version.
    ///   - productType: the machine, such as `iPhone15,2`.
    public static func fixture(
        _ source: HKSource = .fixture(), version: String? = "1.0", productType: String? = "iPhone15,2"
    ) -> HKSourceRevision {
        HKSourceRevision(
            source: source, version: version, productType: productType,
            operatingSystemVersion: OperatingSystemVersion(majorVersion: 18, minorVersion: 0, patchVersion: 0))
    }
}

extension HKDeletedObject {
    /// Creates a deleted object, as an anchored query returns it.
    /// - Parameters:
    ///   - uuid: the identity that the object had.
    ///   - syncIdentifier: its sync identifier, where it had one.
    ///   - syncVersion: its sync version.
    public static func fixture(
        _ uuid: UUID = UUID(), syncIdentifier: String? = nil, syncVersion: Int = 1
    ) -> HKDeletedObject {
        guard let syncIdentifier else { return HKDeletedObject(uuid: uuid) }
        return HKDeletedObject(
            uuid: uuid,
            metadata: [
                HKMetadataKeySyncIdentifier: .string(syncIdentifier), HKMetadataKeySyncVersion: .integer(syncVersion),
            ])
    }
}

extension HKActivitySummary {
    /// Creates the activity summary of a day.
    /// - Parameters:
    ///   - day: era, year, month and day; `Calendar.dateComponents(_:from:)` gives them.
    ///   - energy: what was burned, in kilocalories, and the goal.
    ///   - exercise: minutes of exercise, and the goal.
    ///   - stand: hours in which the person stood, and the goal.
    public static func fixture(
        day: DateComponents, energy: (Double, goal: Double) = (420, goal: 500),
        exercise: (Double, goal: Double) = (24, goal: 30), stand: (Double, goal: Double) = (10, goal: 12)
    ) -> HKActivitySummary {
        var state = State(day: day)
        state.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: energy.0)
        state.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: energy.goal)
        state.appleExerciseTime = HKQuantity(unit: .minute(), doubleValue: exercise.0)
        state.exerciseTimeGoal = HKQuantity(unit: .minute(), doubleValue: exercise.goal)
        state.appleStandHours = HKQuantity(unit: .count(), doubleValue: stand.0)
        state.standHoursGoal = HKQuantity(unit: .count(), doubleValue: stand.goal)
        return HKActivitySummary(state)
    }
}
