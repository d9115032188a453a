// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Insulin delivery reason. iOS 11.0.
public enum HKInsulinDeliveryReason: Int, Hashable, Sendable, CaseIterable {
    /// Basal. iOS 11.0.
    case basal = 1

    /// Bolus. iOS 11.0.
    case bolus = 2
}
