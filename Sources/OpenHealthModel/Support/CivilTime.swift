// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Civil times of a zone, as seconds from 1970-01-01T00:00:00 on those clocks, and the instants that belong to it.
package enum CivilTime {
    /// How far clocks in a zone are ahead of UTC at an instant.
    /// - Parameter instant: seconds since 1970, UTC.
    package static func offset(at instant: Double, in zone: TimeZone) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: instant))
    }

    /// The instant at which clocks in the zone show a time: the first of two, and for a time that clocks leave out
    /// the instant at which they would have shown it.
    /// - Parameter civil: seconds from 1970 on the clocks of the zone.
    package static func instant(civilSeconds civil: Double, in zone: TimeZone) -> Double {
        let offsets = offsets(around: civil, in: zone)
        return match(civil, offsets, zone) ?? civil - Double(offsets.before)
    }

    /// The first instant of a day: midnight, the first of two, or the end of the gap that swallows it.
    /// - Parameter number: the day as in ``CivilDay``. A day that the zone left out begins where the next one does.
    package static func startOfDay(_ number: Int, in zone: TimeZone) -> Double {
        let civil = Double(number) * 86_400
        let (before, after) = offsets(around: civil, in: zone)
        if let instant = match(civil, (before, after), zone) { return instant }
        // Clocks jump over midnight. By the later offset midnight lies before the jump, by the earlier one after it.
        var low = civil - Double(after)
        var high = civil - Double(before)
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded(.down)
            if offset(at: middle, in: zone) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// The offsets on either side of a time. No offset reaches a day, and no zone changes its clocks twice within two.
    private static func offsets(around civil: Double, in zone: TimeZone) -> (before: Int, after: Int) {
        (offset(at: civil - 86_400, in: zone), offset(at: civil + 86_400, in: zone))
    }

    private static func match(_ civil: Double, _ offsets: (before: Int, after: Int), _ zone: TimeZone) -> Double? {
        if offsets.before == offsets.after { return civil - Double(offsets.before) }
        // The larger offset gives the earlier instant.
        let early = max(offsets.before, offsets.after)
        if offset(at: civil - Double(early), in: zone) == early { return civil - Double(early) }
        let late = min(offsets.before, offsets.after)
        return offset(at: civil - Double(late), in: zone) == late ? civil - Double(late) : nil
    }
}
