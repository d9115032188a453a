// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKSource {
    /// Creates a source, which otherwise only a database creates.
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - bundleIdentifier: The bundle identifier of the app.
    public static func fixture(
        _ name: String = "Recorder", bundleIdentifier: String = HealthWorld.recorder
    ) -> HKSource {
        HKSource(name: name, bundleIdentifier: bundleIdentifier)
    }
}

extension HKSourceRevision {
    /// Creates a revision of a source.
    /// - Parameters:
    ///   - source: The source.
    ///   - version: The version of the app.
    ///   - productType: The product type of the machine, such as `iPhone15,2`.
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
    ///   - uuid: The former UUID of the object.
    ///   - syncIdentifier: The sync identifier, if any.
    ///   - syncVersion: The sync version.
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
    ///   - day: The era, year, month and day; see `Calendar.dateComponents(_:from:)`.
    ///   - energy: The burned energy and its goal, in kilocalories.
    ///   - exercise: The minutes of exercise and their goal.
    ///   - stand: The stand hours and their goal.
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
