// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// The first day of the week.
enum Weekday: Int, CaseIterable {
    case sunday = 1
    case monday, tuesday, wednesday, thursday, friday, saturday

    /// The name, such as `monday`.
    var name: String { String(describing: self) }

    /// Returns the day with a name or its first three letters.
    static func named(_ text: String) -> Weekday? {
        let text = text.lowercased()
        return allCases.first { $0.name == text || $0.name.prefix(3) == text }
    }
}

extension HealthDatabase {
    /// The first day of the person's weeks: the chosen one, or Monday.
    var firstWeekday: Weekday {
        (try? preferences().firstWeekday).flatMap(Weekday.init(rawValue:)) ?? .monday
    }
}
