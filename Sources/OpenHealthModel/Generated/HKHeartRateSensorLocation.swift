// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Heart rate sensor location. iOS 8.0.
public enum HKHeartRateSensorLocation: Int, Hashable, Sendable, CaseIterable {
    /// Other. iOS 8.0.
    case other = 0

    /// Chest. iOS 8.0.
    case chest = 1

    /// Wrist. iOS 8.0.
    case wrist = 2

    /// Finger. iOS 8.0.
    case finger = 3

    /// Hand. iOS 8.0.
    case hand = 4

    /// Ear lobe. iOS 8.0.
    case earLobe = 5

    /// Foot. iOS 8.0.
    case foot = 6
}
