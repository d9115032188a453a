// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The names of calendars on the wire.
package enum CalendarName {
    /// The calendars with a name. The two Islamic civil calendars and the two Ethiopian ones are different calendars.
    package static let all: [(name: String, identifier: Calendar.Identifier)] = [
        ("gregorian", .gregorian), ("iso8601", .iso8601), ("buddhist", .buddhist), ("chinese", .chinese),
        ("coptic", .coptic), ("ethiopicAmeteMihret", .ethiopicAmeteMihret), ("ethiopicAmeteAlem", .ethiopicAmeteAlem),
        ("hebrew", .hebrew), ("indian", .indian), ("islamic", .islamic), ("islamicCivil", .islamicCivil),
        ("islamicTabular", .islamicTabular), ("islamicUmmAlQura", .islamicUmmAlQura), ("japanese", .japanese),
        ("persian", .persian), ("republicOfChina", .republicOfChina),
    ]

    /// Returns the name of a calendar, or nil if it has none.
    package static func name(_ identifier: Calendar.Identifier) -> String? {
        all.first { $0.identifier == identifier }?.name
    }

    /// The message about an unknown calendar.
    static let unknown = "Unknown calendar. Valid calendars: \(all.map(\.name).joined(separator: ", "))."

    /// Returns the time zone with an identifier.
    package static func timeZone(_ json: JSONReader) throws(Problem) -> TimeZone {
        guard let zone = TimeZone(identifier: try json.string()) else {
            throw json.problem(
                "Expected the identifier of a time zone, such as Europe/Berlin.", kind: .invalidArgument)
        }
        return zone
    }
}
