// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Apple ECG algorithm version. iOS 14.0.
public enum HKAppleECGAlgorithmVersion: Int, Hashable, Sendable, CaseIterable {
    /// Version 1. iOS 14.0.
    case version1 = 1

    /// Version 2. iOS 14.3.
    case version2 = 2
}
