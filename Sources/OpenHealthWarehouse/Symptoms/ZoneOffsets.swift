// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// How far the clocks of several zones are ahead of UTC, as SQL.
///
/// The zones are those that this program knows, and not the servers': the civil days of a participant are then the same wherever
/// they are counted, and a server needs no zones at all.
struct ZoneOffsets {
    /// The offsets of zones: `offsets[i]` counts from `changes[i - 1]` on, which are seconds since 1970.
    struct Clock: Hashable {
        var offsets: [Int]
        var changes: [Int]
    }

    /// The clocks, each with the zones that have it.
    private let clocks: [(clock: Clock, zones: [String])]

    /// Finds the changes of zones.
    /// - Parameters:
    ///   - zones: names such as `Europe/Berlin`.
    ///   - days: civil days; the two before and after them count too.
    /// - Throws: a ``WarehouseError`` for a zone that this program does not know.
    init(_ zones: [String], days: ClosedRange<Int>) throws {
        var byClock: [Clock: [String]] = [:]
        for name in zones {
            guard let zone = TimeZone(identifier: name) else {
                throw WarehouseError(
                    .unreadable, "participants live in the time zone \(name.debugDescription), which is not known here",
                    remedy: "install newer time zones (tzdata) on this machine")
            }
            byClock[Self.clock(of: zone, days: days), default: []].append(name)
        }
        clocks = byClock.map { (clock: $0, zones: $1.sorted()) }.sorted { $0.zones[0] < $1.zones[0] }
    }

    /// No zone changes its clocks twice within a day.
    private static func clock(of zone: TimeZone, days: ClosedRange<Int>) -> Clock {
        let first = (days.lowerBound - 2) * 86_400
        var offset = CivilTime.offset(at: Double(first), in: zone)
        var clock = Clock(offsets: [offset], changes: [])
        for day in stride(from: first, through: (days.upperBound + 2) * 86_400, by: 86_400) {
            let next = CivilTime.offset(at: Double(day + 86_400), in: zone)
            guard next != offset else { continue }
            var (low, high) = (day, day + 86_400)
            while high - low > 1 {
                let middle = (low + high) / 2
                if CivilTime.offset(at: Double(middle), in: zone) == offset { low = middle } else { high = middle }
            }
            clock.changes.append(high)
            clock.offsets.append(next)
            offset = next
        }
        return clock
    }

    /// The offset just before an instant.
    /// - Parameters:
    ///   - instant: a column with seconds since 1970.
    ///   - zone: a column with the name of the zone.
    func before(_ instant: String, zone: String) -> String {
        func offset(_ clock: Clock) -> String {
            guard !clock.changes.isEmpty else { return "\(clock.offsets[0])" }
            let changes = clock.changes.map(String.init).joined(separator: ", ")
            let offsets = clock.offsets.map(String.init).joined(separator: ", ")
            return "[\(offsets)][arrayCount(change -> change < \(instant), [\(changes)]) + 1]"
        }
        guard let last = clocks.last else { return "0" }
        if clocks.count == 1 { return offset(last.clock) }
        let cases = clocks.dropLast().map { "\(zone) IN (\(SQLText.list($0.zones))), \(offset($0.clock))" }
        return "multiIf(\(cases.joined(separator: ", ")), \(offset(last.clock)))"
    }
}
