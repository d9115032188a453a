// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A command from the program's arguments.
enum Command {
    case dashboard
    case connect
    case add(HealthMetricContext, value: String, date: Date)
    case list(HealthMetricContext)
    case simulate
    case watch([HealthMetricContext])

    static let usage = """
        usage: StepTracker                       shows the charts
               StepTracker connect               asks for access to your health data
               StepTracker add steps 4000 [--date DATE]
               StepTracker add weight 70.5 [--date DATE]
               StepTracker list steps|weight     the days, newest first
               StepTracker watch [steps|weight]  shows the charts, again after each change
               StepTracker simulate              makes up 28 days, for a database to try things with
        DATE is a day, as 2026-03-01, or has a time, as 2026-03-01T18:30, and lies in the past.
        """

    /// Creates a command, or returns nil if the words are not one.
    init?(_ words: [String]) {
        let context = words.dropFirst().first.flatMap(HealthMetricContext.init)
        switch (words.first, words.count, context) {
        case (nil, _, _): self = .dashboard
        case ("connect", 1, _): self = .connect
        case ("simulate", 1, _): self = .simulate
        case ("watch", 1, _): self = .watch([.steps, .weight])
        case ("watch", 2, let context?): self = .watch([context])
        case ("list", 2, let context?): self = .list(context)
        case ("add", 3, let context?): self = .add(context, value: words[2], date: .now)
        case ("add", 5, let context?) where words[3] == "--date":
            guard let date = Self.date(words[4]), date <= .now else { return nil }
            self = .add(context, value: words[2], date: date)
        default: return nil
        }
    }

    private static func date(_ text: String) -> Date? {
        let day = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
        for (style, full) in [(day, text), (day.time(includingFractionalSeconds: false), text + ":00")] {
            // Not every parser rejects February 30.
            if let date = try? style.parse(full), style.format(date) == full { return date }
        }
        return nil
    }
}
