// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthTestSupport

/// What a daemon fills an empty store with, for somebody who wants to look around.
enum DemoHistory {
    /// Two years of a day's records.
    private static let records = 730 * 1500

    /// Writes an export with the data of two years before a moment, and none after it: the last day is that of the latest
    /// noon, when exports are made, without the day of the export itself.
    /// - Parameters:
    ///   - file: the archive to make.
    ///   - moment: the present.
    ///   - zone: the zone of its day.
    static func write(to file: URL, until moment: Date, zone: TimeZone) throws {
        var calendar = Calendar(identifier: .gregorian)
        // Noon is that of Greenwich.
        calendar.timeZone = .gmt
        let last = calendar.date(byAdding: .hour, value: -36, to: moment) ?? moment
        var options = DemoExport.Options()
        options.lastDay = calendar.dateComponents([.year, .month, .day], from: last)
        options.exportOffset = zone.secondsFromGMT(for: moment)
        options.timeZone = zone
        options.home = zone
        try DemoExport(records: records).write(to: file, options: options)
    }
}
