// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// Workout event type. iOS 8.0.
public enum HKWorkoutEventType: Int, Hashable, Sendable, CaseIterable {
    /// Pause. iOS 8.0.
    case pause = 1

    /// Resume. iOS 8.0.
    case resume = 2

    /// Lap. iOS 10.0.
    case lap = 3

    /// Marker. iOS 10.0.
    case marker = 4

    /// Motion paused. iOS 10.0.
    case motionPaused = 5

    /// Motion resumed. iOS 10.0.
    case motionResumed = 6

    /// Segment. iOS 11.0.
    case segment = 7

    /// Pause or resume request. iOS 11.0.
    case pauseOrResumeRequest = 8
}
