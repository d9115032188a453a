// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Swimming stroke style. iOS 10.0.
public enum HKSwimmingStrokeStyle: Int, Hashable, Sendable, CaseIterable {
    /// Unknown. iOS 10.0.
    case unknown = 0

    /// Mixed. iOS 10.0.
    case mixed = 1

    /// Freestyle. iOS 10.0.
    case freestyle = 2

    /// Backstroke. iOS 10.0.
    case backstroke = 3

    /// Breaststroke. iOS 10.0.
    case breaststroke = 4

    /// Butterfly. iOS 10.0.
    case butterfly = 5

    /// Kickboard. iOS 16.0.
    case kickboard = 6
}
