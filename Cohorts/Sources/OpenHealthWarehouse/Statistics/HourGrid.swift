// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The SQL that combines quarters of an hour to hours of elapsed time.
///
/// Hours are counted from a midnight, which is that of the query's first day or of 2000-01-01. As long as the offset of the time
/// zone changes by whole hours, every day begins with an hour. Otherwise (it changes by half an hour on Lord Howe Island), days
/// after such a change begin with the rest of the last hour of the previous day.
struct HourGrid {
    /// A time zone whose offset changes by fractions of an hour in the range.
    struct Zone: Hashable {
        let name: String
        /// The midnight from which hours are counted, in seconds since 1970.
        let anchor: Int
        /// The days that are longer than 24 hours by a fraction of an hour.
        let longDays: [Int]
    }

    let zones: [Zone]
    /// The table of participants on the server.
    let participants: String

    /// The number of the hour's bucket; see ``BucketSQL``.
    var number: String {
        let hour = "toInt32(day) * \(BucketSQL.hoursADay) + intDiv(quarter, 4)"
        guard !zones.isEmpty else { return hour }
        let moved = "intDiv(quarter - \(rest), 4)"
        return "if(quarter < \(rest), (toInt32(day) - 1) * \(BucketSQL.hoursADay) + \(lastHour), "
            + "toInt32(day) * \(BucketSQL.hoursADay) + \(moved))"
    }

    /// The condition that an hour begins with a quarter.
    var begins: String {
        zones.isEmpty ? "quarter % 4 = 0" : "quarter >= \(rest) AND (quarter - \(rest)) % 4 = 0"
    }

    /// The condition that an hour ends with a quarter.
    var ends: String {
        zones.isEmpty ? "quarter % 4 = 3" : "(quarter - \(rest) + 4) % 4 = 3"
    }

    /// The number of quarters of a day that belong to the last hour of the previous day.
    private var rest: String {
        // The quarters since the anchor, shifted by many hours to avoid negative numbers.
        choice(of: { "(4 - (intDiv(toInt64(start) - \($0.anchor), 900) + 40000000) % 4) % 4" }, otherwise: "0")
    }

    /// The number of the last hour of the previous day.
    private var lastHour: String {
        choice(
            of: { zone in
                let days = zone.longDays.map { "\($0 + 1)" }.joined(separator: ", ")
                return days.isEmpty ? "23" : "if(toInt32(day) IN (\(days)), 24, 23)"
            }, otherwise: "23")
    }

    private func choice(of value: (Zone) -> String, otherwise: String) -> String {
        let cases = zones.map { zone in
            "participant IN (SELECT participant FROM \(participants) FINAL "
                + "WHERE time_zone = \(SQLText.quoted(zone.name))), \(value(zone))"
        }
        return "multiIf(\(cases.joined(separator: ", ")), \(otherwise))"
    }
}

extension HourGrid {
    /// Creates a grid for the time zones of participants.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if the offset of a time zone changes in the range by an amount that
    ///   isn't a multiple of a quarter of an hour.
    init(zones names: [String], from: CohortDay?, to: CohortDay?, participants: String) throws {
        self.participants = participants
        zones = try names.sorted().compactMap { try Self.zone($0, from: from, to: to) }
    }

    /// 2000-01-01, from which `health statistics` counts hours if no day is given.
    private static let usualAnchor = 10_957

    private static func zone(_ name: String, from: CohortDay?, to: CohortDay?) throws -> Zone? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        let anchor = CivilTime.startOfDay(from.map { Int($0.number) } ?? usualAnchor, in: zone)
        let first = from == nil ? 0 : anchor
        let last = CivilTime.startOfDay(to.map { Int($0.number) + 1 } ?? HomeDays.count, in: zone)
        var changes: [(day: Int, seconds: Int)] = []
        var instant = Date(timeIntervalSince1970: first)
        while let next = zone.nextDaylightSavingTimeTransition(after: instant), next.timeIntervalSince1970 < last {
            let seconds = next.timeIntervalSince1970
            let change = CivilTime.offset(at: seconds, in: zone) - CivilTime.offset(at: seconds - 1, in: zone)
            // checked: a change of clocks between 1970 and 2105
            let civil = Int(seconds) - 1 + CivilTime.offset(at: seconds - 1, in: zone)
            // checked: a change of clocks between 1970 and 2105
            changes.append((Int((Double(civil) / 86_400).rounded(.down)), change))
            instant = next
        }
        guard changes.contains(where: { $0.seconds % 3600 != 0 }) else { return nil }
        // Without a first day, hours are counted from 2000, and there were no such changes since 1972. Earlier days don't consist
        // of whole quarters of an hour (``CellDayMaker``).
        if from != nil, let odd = changes.first(where: { $0.seconds % 900 != 0 }) {
            throw WarehouseError(
                .invalidArgument,
                "hours are not available for participants in \(name), whose clocks were changed by \(odd.seconds.magnitude) "
                    + "seconds in the range", remedy: "ask for days, or for a range that does not have that change")
        }
        // Setting clocks back makes a day longer.
        return Zone(
            name: name, anchor: Int(anchor),
            longDays: changes.filter { $0.seconds < 0 && $0.seconds > -3600 }.map(\.day))
    }
}
