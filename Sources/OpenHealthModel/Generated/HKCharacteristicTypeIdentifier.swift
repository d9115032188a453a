// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of a characteristic type.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
    /// The identifier as a string, as exports and databases hold it.
    public let rawValue: String

    /// Creates an identifier from its string, whether or not a type of that name is known.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The identifier of activity move mode, whose values are those of ``HKActivityMoveMode``. iOS 14.0.
    public static let activityMoveMode = Self(rawValue: "HKCharacteristicTypeIdentifierActivityMoveMode")

    /// The identifier of biological sex, whose values are those of ``HKBiologicalSex``. iOS 8.0.
    public static let biologicalSex = Self(rawValue: "HKCharacteristicTypeIdentifierBiologicalSex")

    /// The identifier of blood type, whose values are those of ``HKBloodType``. iOS 8.0.
    public static let bloodType = Self(rawValue: "HKCharacteristicTypeIdentifierBloodType")

    /// The identifier of date of birth. iOS 8.0.
    public static let dateOfBirth = Self(rawValue: "HKCharacteristicTypeIdentifierDateOfBirth")

    /// The identifier of fitzpatrick skin type, whose values are those of ``HKFitzpatrickSkinType``. iOS 9.0.
    public static let fitzpatrickSkinType = Self(rawValue: "HKCharacteristicTypeIdentifierFitzpatrickSkinType")

    /// The identifier of wheelchair use, whose values are those of ``HKWheelchairUse``. iOS 10.0.
    public static let wheelchairUse = Self(rawValue: "HKCharacteristicTypeIdentifierWheelchairUse")
}
