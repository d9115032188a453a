// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The SQL of the offsets of several time zones from UTC.
///
/// It uses the time zones of this program instead of those of the servers, so the civil days of a participant are the same
/// everywhere, and servers need no time zone database.
struct ZoneOffsets {
    /// The offsets of time zones: `offsets[i]` applies from `changes[i - 1]`, in seconds since 1970.
    struct Clock: Hashable {
        var offsets: [Int]
        var changes: [Int]
    }

    /// The offsets, each with the time zones that have them.
    private let clocks: [(clock: Clock, zones: [String])]

    /// Creates the offsets of time zones.
    /// - Parameters:
    ///   - zones: The names of time zones, such as `Europe/Berlin`.
    ///   - days: The civil days; the two days before and after them are included.
    /// - Throws: A ``WarehouseError`` if a time zone is unknown.
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

    /// Returns the offsets of a time zone, whose offset never changes twice in a day.
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

    /// Returns the offset immediately before an instant.
    /// - Parameters:
    ///   - instant: A column with seconds since 1970.
    ///   - zone: A column with the name of the time zone.
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
