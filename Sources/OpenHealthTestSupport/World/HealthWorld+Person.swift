// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
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
        try database.setActivitySummary(
            ActivitySummaryData(
                day: Self.text(day.year ?? 0, day.month ?? 0, day.day ?? 0), values: values.compactMap { $0 }))
    }

    /// Adds medications to the person's list.
    /// - Parameter medications: The medications; see `HKUserAnnotatedMedication.fixture(_:nickname:isArchived:hasSchedule:)`.
    public func add(_ medications: [HKUserAnnotatedMedication]) throws {
        try database.addMedications(medications)
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
        try database.setCharacteristic(identifier.rawValue, value: value)
    }
}
