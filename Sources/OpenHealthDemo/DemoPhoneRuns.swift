// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The order in which a phone sends the days of a person, with the faults of real phones.
///
/// The phone pushes at noon and at midnight, each time the day before and the day itself, as apps do whose period is yesterday and
/// today: every day is sent more than once, and the figures of the running day grow. Some days are missed, and sent at the end. Some
/// pushes are repeated.
package struct DemoPhoneRuns: Sendable {
    /// A push.
    package struct Run: Sendable, Equatable {
        /// The days.
        package var days: Range<Int>
        /// The time of the push in seconds since 1970; later readings are not in it.
        package var end: Double
    }

    /// The pushes, in order.
    package let runs: [Run]

    /// Creates the pushes of a person.
    /// - Parameters:
    ///   - gap: The phone misses every day whose number is a multiple of this one, and sends it at the end; 0 for no missed days.
    ///   - repeats: The number of times that each push is repeated.
    package init(_ phone: DemoPhone, gap: Int = 0, repeats: Int = 0) {
        func isMissed(_ day: Int) -> Bool { gap > 0 && (day + 1) % gap == 0 }
        var runs: [Run] = []
        for day in 0..<phone.days where !isMissed(day) {
            let first = day > 0 && !isMissed(day - 1) ? day - 1 : day
            for hours in [12.0, 24] {
                runs.append(Run(days: first..<day + 1, end: phone.midnight(day) + hours * 3600))
            }
        }
        for day in 0..<phone.days where isMissed(day) {
            runs.append(Run(days: day..<day + 1, end: phone.midnight(day + 1)))
        }
        self.runs = runs.flatMap { run in [Run](repeating: run, count: 1 + max(0, repeats)) }
    }
}
