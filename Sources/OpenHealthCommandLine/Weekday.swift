// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The first day of the week.
package enum Weekday: Int, CaseIterable, Sendable {
    /// Sunday.
    case sunday = 1
    /// Monday.
    case monday
    /// Tuesday.
    case tuesday
    /// Wednesday.
    case wednesday
    /// Thursday.
    case thursday
    /// Friday.
    case friday
    /// Saturday.
    case saturday

    /// The name, such as `monday`.
    package var name: String { String(describing: self) }

    /// Returns the day with a name or its first three letters.
    package static func named(_ text: String) -> Weekday? {
        let text = text.lowercased()
        return allCases.first { $0.name == text || $0.name.prefix(3) == text }
    }
}
