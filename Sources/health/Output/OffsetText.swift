// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Instants as text for programs, with the offset that a time zone has.
enum OffsetText {
    /// ISO 8601 such as `2024-03-10T00:00:00+01:00`, with a fraction of a second where there is one.
    static func iso(_ date: Date, in zone: TimeZone) -> String {
        // The text has no room for the seconds of offsets from before time zones.
        let minutes = zone.secondsFromGMT(for: date) / 60
        let local = InstantText.utc(date.addingTimeInterval(Double(minutes * 60)))
        guard !local.isEmpty else { return "" }
        let size = abs(minutes)
        return local.dropLast() + (minutes < 0 ? "-" : "+") + NumberText.twoDigits(size / 60) + ":"
            + NumberText.twoDigits(size % 60)
    }
}
