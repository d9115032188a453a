// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Authorization status. iOS 8.0.
public enum HKAuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Not determined. iOS 8.0.
    case notDetermined = 0

    /// Sharing denied. iOS 8.0.
    case sharingDenied = 1

    /// Sharing authorized. iOS 8.0.
    case sharingAuthorized = 2
}
