// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The computation of a workout's duration without pauses.
package enum HKWorkoutPauses {
    /// Returns the seconds of an interval that are not between a pause and the next resume event.
    ///
    /// A pause without a resume event lasts until the end of the interval.
    package static func activeDuration(from start: Date, to end: Date, events: [HKWorkoutEvent]) -> TimeInterval {
        var paused: TimeInterval = 0
        var pausedSince: Date?
        for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
            let date = min(max(event.dateInterval.start, start), end)
            switch event.type {
            case .pause: pausedSince = pausedSince ?? date
            case .resume:
                if let since = pausedSince { paused += date.timeIntervalSince(since) }
                pausedSince = nil
            default: break
            }
        }
        if let since = pausedSince { paused += end.timeIntervalSince(since) }
        return max(0, end.timeIntervalSince(start) - paused)
    }

    /// Checks that the events are within the workout and that no resume event precedes the first pause.
    package static func check(
        _ events: [HKWorkoutEvent], start: Date, end: Date, subject: String
    ) throws(HKObjectValidationError) {
        for event in events where event.dateInterval.start < start || event.dateInterval.end > end {
            throw HKObjectValidationError(
                .invalidWorkoutEvent, subject, "an event of type \(event.type) is outside the workout",
                remedy: "give events between the start and the end")
        }
        let breaks = events.sorted { $0.dateInterval.start < $1.dateInterval.start }
            .first { $0.type == .pause || $0.type == .resume }
        guard breaks?.type != .resume else {
            throw HKObjectValidationError(
                .invalidWorkoutEvent, subject, "the workout is resumed before it was paused",
                remedy: "leave out the first resume event, or add the pause before it")
        }
    }
}
