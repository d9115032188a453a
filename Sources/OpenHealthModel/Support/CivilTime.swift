// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Conversions between instants and the local times of a time zone, as seconds from 1970-01-01T00:00:00 on its clocks.
package enum CivilTime {
    /// Returns the offset of a time zone from UTC at an instant, in seconds.
    /// - Parameter instant: Seconds since 1970, UTC.
    package static func offset(at instant: Double, in zone: TimeZone) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant))
    }

    /// Returns the instant of a local time: the first of two if the time is ambiguous, and for a skipped time the instant at
    /// which clocks would have shown it.
    /// - Parameter civil: The local time, in seconds since 1970 on the clocks of the zone.
    package static func instant(civilSeconds civil: Double, in zone: TimeZone) -> Double {
        let offsets = offsets(around: civil, in: zone)
        return match(civil, offsets, zone) ?? civil - Double(offsets.before)
    }

    /// Returns the first instant of a day: midnight, the first of two, or the end of the gap that contains it.
    /// - Parameter number: The day as in ``CivilDay``. A day that the zone skipped begins when the next one does.
    package static func startOfDay(_ number: Int, in zone: TimeZone) -> Double {
        let civil = Double(number) * 86_400
        let (before, after) = offsets(around: civil, in: zone)
        if let instant = match(civil, (before, after), zone) { return instant }
        // Clocks skip midnight. With the later offset, midnight is before the change, with the earlier offset after it.
        var low = civil - Double(after)
        var high = civil - Double(before)
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if offset(at: middle, in: zone) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the offsets before and after a time. Offsets are less than a day, and no zone changes its clocks twice within two
    /// days.
    private static func offsets(around civil: Double, in zone: TimeZone) -> (before: Int, after: Int) {
        (offset(at: civil - 86_400, in: zone), offset(at: civil + 86_400, in: zone))
    }

    private static func match(_ civil: Double, _ offsets: (before: Int, after: Int), _ zone: TimeZone) -> Double? {
        if offsets.before == offsets.after { return civil - Double(offsets.before) }
        // The larger offset results in the earlier instant.
        let early = max(offsets.before, offsets.after)
        if offset(at: civil - Double(early), in: zone) == early { return civil - Double(early) }
        let late = min(offsets.before, offsets.after)
        return offset(at: civil - Double(late), in: zone) == late ? civil - Double(late) : nil
    }
}
