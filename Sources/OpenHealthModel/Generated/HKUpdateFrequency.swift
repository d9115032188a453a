// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Update frequency. iOS 8.0.
public enum HKUpdateFrequency: Int, Hashable, Sendable, CaseIterable {
    /// Immediate. iOS 8.0.
    case immediate = 1

    /// Hourly. iOS 8.0.
    case hourly = 2

    /// Daily. iOS 8.0.
    case daily = 3

    /// Weekly. iOS 8.0.
    case weekly = 4
}
