// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The columns of Strava's table of activities, which has from 10 to more than 100 of them with names in the language of the account.
///
/// Known English names decide. Otherwise the columns are those at the places that all versions of the table have. Elapsed time and distance
/// occur twice: first in the person's units, and then in seconds and metres.
struct StravaColumns {
    private(set) var identifier = 0
    private(set) var date = 1
    private(set) var name = 2
    private(set) var type = 3
    /// The columns of the elapsed time in seconds, the exact one first.
    private(set) var elapsed: [Int] = []
    private(set) var movingTime: Int?
    /// The distance in metres; nil if the table has only that in the person's unit.
    private(set) var distance: Int?
    private(set) var file: Int?
    private(set) var ascent: Int?
    private(set) var averageHeartRate: Int?
    /// The columns of the maximum heart rate, the first that has a value counts.
    private(set) var maximumHeartRate: [Int] = []
    private(set) var energy: Int?

    /// The number of columns of the tables that have exact distances.
    private static let exactSize = 18

    /// Returns the columns by the first row; nil if it is that of another table.
    init?(_ rows: CSVRows, _ header: CSVRows.Row) {
        let names = header.fields.indices.map { Self.plain(rows.text(header, $0)) }
        func all(_ known: String...) -> [Int] { names.indices.filter { known.contains(names[$0]) } }
        func last(_ known: String...) -> Int? { names.lastIndex { known.contains($0) } }
        if let identifier = last("activity id", "id"), let date = last("activity date", "date"),
            let type = last("activity type", "type"), let name = last("activity name", "name"),
            !all("elapsed time", "elapsed_time").isEmpty
        {
            // "Type" is also the name of a later column of the kind of the event.
            (self.identifier, self.date, self.name) = (identifier, date, name)
            self.type = all("activity type").first ?? type
            elapsed = Array(all("elapsed time", "elapsed_time").reversed())
            let distances = all("distance")
            // In tables with names in lower case, the only distance is in metres.
            distance = distances.count > 1 || names[identifier] == "id" ? distances.last : nil
            movingTime = last("moving time")
            file = last("filename")
            ascent = last("elevation gain")
            averageHeartRate = last("average heart rate")
            maximumHeartRate = Array(all("max heart rate").reversed())
            energy = last("calories")
            guard file != nil || distance != nil else { return nil }
        } else if names.count >= Self.exactSize, names[5] == names[15], names[6] == names[17], names[5] != names[6],
            !names[5].isEmpty, !names[6].isEmpty
        {
            (elapsed, movingTime, distance, file) = ([15, 5], 16, 17, 12)
            func place(_ index: Int) -> Int? { index < names.count ? index : nil }
            (ascent, averageHeartRate, energy) = (place(20), place(31), place(34))
            maximumHeartRate = [place(30), 7].compactMap(\.self)
        } else {
            return nil
        }
    }

    /// Returns the name of a column in lower case, without the HTML that some exports have in names.
    private static func plain(_ name: String) -> String {
        var text = ""
        var depth = 0
        for character in name.prefix(500) {
            if character == "<" {
                depth += 1
            } else if character == ">", depth > 0 {
                depth -= 1
            } else if depth == 0 {
                text.append(character)
            }
        }
        return text.trimmingWhiteSpace.lowercased()
    }
}
