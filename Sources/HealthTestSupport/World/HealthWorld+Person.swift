// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

extension HealthWorld {
    /// Says when the person was born; apps read it as `HKHealthStore.dateOfBirthComponents()` if they may.
    public func setDateOfBirth(year: Int, month: Int, day: Int) throws {
        let pad = { (number: Int, width: Int) in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        try set(.dateOfBirth, "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))")
    }

    /// Says what sex the person has.
    public func setBiologicalSex(_ sex: HKBiologicalSex) throws {
        try set(.biologicalSex, "HKBiologicalSex", sex.rawValue)
    }

    /// Says what blood the person has.
    public func setBloodType(_ type: HKBloodType) throws {
        try set(.bloodType, "HKBloodType", type.rawValue)
    }

    /// Says how the person's skin takes the sun.
    public func setFitzpatrickSkinType(_ type: HKFitzpatrickSkinType) throws {
        try set(.fitzpatrickSkinType, "HKFitzpatrickSkinType", type.rawValue)
    }

    /// Says whether the person uses a wheelchair.
    public func setWheelchairUse(_ use: HKWheelchairUse) throws {
        try set(.wheelchairUse, "HKWheelchairUse", use.rawValue)
    }

    /// Says what the person's rings of movement count.
    public func setActivityMoveMode(_ mode: HKActivityMoveMode) throws {
        try set(.activityMoveMode, "HKActivityMoveMode", mode.rawValue)
    }

    private func set(_ identifier: HKCharacteristicTypeIdentifier, _ name: String, _ rawValue: Int) throws {
        try set(identifier, HealthEnums.caseName(ofEnum: name, rawValue: rawValue) ?? "")
    }

    private func set(_ identifier: HKCharacteristicTypeIdentifier, _ value: String) throws {
        try database.setCharacteristic(identifier.rawValue, value: value)
    }
}
