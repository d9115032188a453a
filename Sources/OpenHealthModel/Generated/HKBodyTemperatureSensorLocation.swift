// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Body temperature sensor location. iOS 8.0.
public enum HKBodyTemperatureSensorLocation: Int, Hashable, Sendable, CaseIterable {
    /// Other. iOS 8.0.
    case other = 0

    /// Armpit. iOS 8.0.
    case armpit = 1

    /// Body. iOS 8.0.
    case body = 2

    /// Ear. iOS 8.0.
    case ear = 3

    /// Finger. iOS 8.0.
    case finger = 4

    /// Gastro intestinal. iOS 8.0.
    case gastroIntestinal = 5

    /// Mouth. iOS 8.0.
    case mouth = 6

    /// Rectum. iOS 8.0.
    case rectum = 7

    /// Toe. iOS 8.0.
    case toe = 8

    /// Ear drum. iOS 8.0.
    case earDrum = 9

    /// Temporal artery. iOS 8.0.
    case temporalArtery = 10

    /// Forehead. iOS 8.0.
    case forehead = 11
}
