// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Vision eye. iOS 16.0.
public enum HKVisionEye: Int, Hashable, Sendable, CaseIterable {
    /// Left. iOS 16.0.
    case left = 1

    /// Right. iOS 16.0.
    case right = 2
}
