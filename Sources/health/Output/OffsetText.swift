// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The format of instants for programs, with the offset of a time zone.
enum OffsetText {
    /// Returns ISO 8601 such as `2024-03-10T00:00:00+01:00`, with a fraction of a second if there is one.
    static func iso(_ date: Date, in zone: TimeZone) -> String {
        // The format has no seconds for the offsets of the time before time zones.
        let minutes = zone.secondsFromGMT(for: date) / 60
        let local = InstantText.utc(date.addingTimeInterval(Double(minutes * 60)))
        guard !local.isEmpty else { return "" }
        let size = abs(minutes)
        return local.dropLast() + (minutes < 0 ? "-" : "+") + NumberText.twoDigits(size / 60) + ":"
            + NumberText.twoDigits(size % 60)
    }
}
