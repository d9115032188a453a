// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo

/// The demo data with which a server fills an empty store.
enum DemoHistory {
    /// The number of records of two years.
    private static let records = 730 * 1500

    /// Writes an export of the two years before a date.
    /// - Parameters:
    ///   - file: The archive to create.
    ///   - moment: The current date.
    ///   - zone: The time zone of the current day.
    static func write(to file: URL, until moment: Date, zone: TimeZone) throws {
        var options = DemoExport.Options()
        options.lastDay = lastDay(before: moment, zone: zone)
        options.exportOffset = zone.secondsFromGMT(for: moment)
        options.timeZone = zone
        options.home = zone
        try DemoExport(records: records).write(to: file, options: options)
    }

    /// Returns the last day of the latest demo export without samples after a date: an export is created at noon, UTC, of the day
    /// after its last one, and has samples up to the morning of that day in its time zone.
    static func lastDay(before moment: Date, zone: TimeZone) -> DateComponents {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let west = min(0, zone.secondsFromGMT(for: moment))
        return calendar.dateComponents([.year, .month, .day], from: moment - 36 * 3600 + TimeInterval(west))
    }
}
