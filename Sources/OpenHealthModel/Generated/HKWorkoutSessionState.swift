// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout session state. iOS 17.0.
public enum HKWorkoutSessionState: Int, Hashable, Sendable, CaseIterable {
    /// Not started. iOS 17.0.
    case notStarted = 1

    /// Running. iOS 17.0.
    case running = 2

    /// Ended. iOS 17.0.
    case ended = 3

    /// Paused. iOS 17.0.
    case paused = 4

    /// Prepared. iOS 17.0.
    case prepared = 5

    /// Stopped. iOS 17.0.
    case stopped = 6
}
