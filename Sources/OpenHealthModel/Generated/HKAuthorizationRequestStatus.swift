// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Authorization request status. iOS 12.0.
public enum HKAuthorizationRequestStatus: Int, Hashable, Sendable, CaseIterable {
    /// Unknown. iOS 12.0.
    case unknown = 0

    /// Should request. iOS 12.0.
    case shouldRequest = 1

    /// Unnecessary. iOS 12.0.
    case unnecessary = 2
}
