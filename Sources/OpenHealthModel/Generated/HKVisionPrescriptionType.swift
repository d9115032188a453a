// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Vision prescription type. iOS 16.0.
public enum HKVisionPrescriptionType: UInt, Hashable, Sendable, CaseIterable {
    /// Glasses. iOS 16.0.
    case glasses = 1

    /// Contacts. iOS 16.0.
    case contacts = 2
}
