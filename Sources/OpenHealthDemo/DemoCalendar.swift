// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestBasics

/// The days of an export, with the person's time zone and the start of each day in it.
struct DemoCalendar {
    /// The first day, counted from 1970-01-01.
    let firstDay: Int
    /// The number of days without appended ones.
    let baseDays: Int
    /// The start of each day in the person's time zone, in seconds since 1970.
    private let midnights: [Int64]
    private let zoneIndices: [UInt8]

    /// The names of all time zones by index.
    let zoneNames: [String]
    private let zones: [TimeZone]

    /// - Parameters:
    ///   - lastDay: The last day without appended ones.
    ///   - home: The time zone of the person on every day; nil for a person who travels.
    ///   - moves: Whether a person who travels also moves to another continent.
    init(days: Int, appended: Int, lastDay: DateComponents, home: TimeZone? = nil, moves: Bool = true) {
        baseDays = days
        firstDay =
            CivilDay.number(year: lastDay.year ?? 2025, month: lastDay.month ?? 4, day: lastDay.day ?? 10) - days + 1
        zoneNames =
            home.map { [$0.identifier] } ?? ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Europe/Lisbon"]
        zones = home.map { [$0] } ?? zoneNames.map { TimeZone(identifier: $0) ?? .gmt }
        var midnights: [Int64] = []
        var indices: [UInt8] = []
        for day in 0..<days + appended {
            let index = home == nil ? Self.zone(of: day, days: days, moves: moves) : 0
            let noon = Double(firstDay + day) * 86_400 + 43_200
            let offset = zones[index].secondsFromGMT(for: Date(timeIntervalSince1970: noon))
            midnights.append(Int64(firstDay + day) * 86_400 - Int64(offset))
            indices.append(UInt8(index))
        }
        self.midnights = midnights
        zoneIndices = indices
    }

    /// Home is Berlin; the person travels once a quarter. Who moves travels to Tokyo, and lives in New York later; others travel to
    /// Lisbon.
    private static func zone(of day: Int, days: Int, moves: Bool) -> Int {
        let isTravelling = day % 90 >= 40 && day % 90 < 46
        guard moves else { return isTravelling ? 3 : 0 }
        let hasMoved = days >= 10 && day >= days * 6 / 10
        return isTravelling ? (hasMoved ? 3 : 2) : (hasMoved ? 1 : 0)
    }

    /// The number of days, including appended ones.
    var count: Int { midnights.count }

    /// Returns the start of a day, in seconds since 1970.
    func midnight(_ day: Int) -> Int64 { midnights[day] }

    /// Returns the index of the time zone of a day, for tables by time zone.
    func zoneIndex(_ day: Int) -> Int { Int(zoneIndices[day]) }

    /// Returns the name of the time zone of a day.
    func zoneName(_ day: Int) -> String { zoneNames[zoneIndex(day)] }

    /// Returns the wall clock time in the time zone of a day, as seconds since 1970.
    func local(_ time: Int64, day: Int) -> Int64 {
        time + Int64(zones[zoneIndex(day)].secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))))
    }

    /// Returns a date such as `2025-04-10`.
    func dateText(_ day: Int) -> String {
        let date = CivilDay.date(firstDay + day)
        return "\(date.year)-\(Self.pad(date.month))-\(Self.pad(date.day))"
    }

    static func pad(_ value: Int) -> String {
        value < 10 ? "0\(value)" : String(value)
    }

    /// The date of the export: noon after the last day.
    var exportDate: Int64 { Int64(firstDay + count) * 86_400 + 43_200 }
}
