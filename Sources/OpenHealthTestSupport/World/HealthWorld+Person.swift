// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthWorld {
    /// Sets the person's date of birth. Apps with permission read it with `HKHealthStore.dateOfBirthComponents()`.
    public func setDateOfBirth(year: Int, month: Int, day: Int) throws {
        try set(.dateOfBirth, Self.text(year, month, day))
    }

    /// Sets the person's biological sex.
    public func setBiologicalSex(_ sex: HKBiologicalSex) throws {
        try set(.biologicalSex, "HKBiologicalSex", sex.rawValue)
    }

    /// Sets the sex whose reference ranges apply to the person.
    public func setReferenceSex(_ sex: HKReferenceSex) throws {
        try set(.referenceSex, "HKReferenceSex", sex.rawValue)
    }

    /// Sets the person's blood type.
    public func setBloodType(_ type: HKBloodType) throws {
        try set(.bloodType, "HKBloodType", type.rawValue)
    }

    /// Sets the person's skin type.
    public func setFitzpatrickSkinType(_ type: HKFitzpatrickSkinType) throws {
        try set(.fitzpatrickSkinType, "HKFitzpatrickSkinType", type.rawValue)
    }

    /// Sets whether the person uses a wheelchair.
    public func setWheelchairUse(_ use: HKWheelchairUse) throws {
        try set(.wheelchairUse, "HKWheelchairUse", use.rawValue)
    }

    /// Sets the person's activity move mode.
    public func setActivityMoveMode(_ mode: HKActivityMoveMode) throws {
        try set(.activityMoveMode, "HKActivityMoveMode", mode.rawValue)
    }

    /// Adds the activity summary of a day to the database, replacing the previous one.
    /// - Parameter summary: The summary; see `HKActivitySummary.fixture(day:energy:exercise:stand:)`. One without a day is used
    ///   for today.
    public func add(_ summary: HKActivitySummary) throws {
        let facts = summary.snapshot
        let today = calendar.dateComponents([.year, .month, .day], from: clock.now)
        let day = facts.day.flatMap { $0.year == nil ? nil : $0 } ?? today
        func pair(_ key: String, _ quantity: HKQuantity?, _ unit: HKUnit) -> MetadataPair? {
            quantity.map { MetadataPair(key: key, value: String($0.doubleValue(for: unit))) }
        }
        let values = [
            pair("activeEnergyBurned", facts.activeEnergyBurned, .kilocalorie()),
            pair("activeEnergyBurnedGoal", facts.activeEnergyBurnedGoal, .kilocalorie()),
            MetadataPair(key: "activeEnergyBurnedUnit", value: "kcal"),
            pair("appleMoveTime", facts.appleMoveTime, .minute()),
            pair("appleMoveTimeGoal", facts.appleMoveTimeGoal, .minute()),
            pair("appleExerciseTime", facts.appleExerciseTime, .minute()),
            pair("appleExerciseTimeGoal", facts.exerciseTimeGoal, .minute()),
            pair("appleStandHours", facts.appleStandHours, .count()),
            pair("appleStandHoursGoal", facts.standHoursGoal, .count()),
        ]
        try database.person.setActivitySummary(
            ActivitySummaryData(
                day: Self.text(day.year ?? 0, day.month ?? 0, day.day ?? 0), values: values.compactMap { $0 }))
    }

    /// Adds medications to the person's list.
    /// - Parameter medications: The medications; see `HKUserAnnotatedMedication.fixture(_:nickname:isArchived:hasSchedule:)`.
    public func add(_ medications: [HKUserAnnotatedMedication]) throws {
        try database.medications.add(medications)
    }

    /// Returns a day in the format of exports.
    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        let pad = { (number: Int, width: Int) in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
    }

    private func set(_ identifier: HKCharacteristicTypeIdentifier, _ name: String, _ rawValue: Int) throws {
        try set(identifier, HealthEnums.caseName(ofEnum: name, rawValue: rawValue) ?? "")
    }

    private func set(_ identifier: HKCharacteristicTypeIdentifier, _ value: String) throws {
        try database.person.setCharacteristic(identifier.rawValue, value: value)
    }
}

extension HealthWorld {
    /// Allows an app to save and read types, as if it had requested permission and the person had granted it.
    /// - Throws: A `StoreError` for a type that apps cannot save.
    public func grant(
        share: Set<HKSampleType> = [], read: Set<HKObjectType> = [], to app: HKHealthStore
    ) throws {
        try set(.authorized, share, .authorized, read, app)
    }

    /// Denies an app saving and reading types, as if it had requested permission and the person had denied it.
    public func deny(share: Set<HKSampleType> = [], read: Set<HKObjectType> = [], to app: HKHealthStore) throws {
        try set(.denied, share, .denied, read, app)
    }

    /// Limits an app to reading samples that start at a date or later, in addition to those that it saved.
    public func limit(read: Set<HKObjectType>, since date: Date, for app: HKHealthStore) throws {
        try set(.authorized, [], .limited(since: date), read, app)
    }

    /// Revokes permissions of an app, like a person in the settings. The app is not notified.
    /// - Parameters:
    ///   - types: The types that the app may no longer save or read; nil for all.
    ///   - app: The app.
    public func revoke(_ types: Set<HKObjectType>? = nil, from app: HKHealthStore) throws {
        try database.apps.revoke(app.identifier, types: types.map { $0.map(\.identifier) })
    }

    /// Removes all permissions and requests of an app. The data that it has saved remains.
    public func forgetPermissions(of app: HKHealthStore) throws {
        try database.apps.forget(app.identifier)
    }

    private func set(
        _ share: AppPermission.Share, _ shared: Set<HKSampleType>, _ read: AppPermission.Read,
        _ readable: Set<HKObjectType>, _ app: HKHealthStore
    ) throws {
        try database.apps.setPermission(
            share: share, read: nil, app: app.identifier, types: shared.map(\.identifier))
        try database.apps.setPermission(
            share: nil, read: read, app: app.identifier, types: readable.map(\.identifier))
    }
}

extension HKHealthStore {
    /// The bundle identifier of the app that the store belongs to.
    var identifier: String { context.configuration.app.identifier }
}
