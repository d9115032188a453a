// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Apple walking steadiness classification. iOS 15.0.
public enum HKAppleWalkingSteadinessClassification: Int, Hashable, Sendable, CaseIterable {
    /// OK. iOS 15.0.
    case ok = 1

    /// Low. iOS 15.0.
    case low = 2

    /// Very low. iOS 15.0.
    case veryLow = 3
}
