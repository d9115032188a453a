// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A symptom and its probability on the days of the cycle. The shapes are plausible, the numbers are invented.
struct DemoSymptom: Sendable {
    let type: String
    /// The probability on any day.
    let base: Double
    /// The additional probability on the first day of the period, which decreases to zero by the fifth.
    let period: Double
    /// The additional probability on the day before the next period, which increases over a week.
    let before: Double
    /// The raw values for its presence, and the one for its absence.
    let present: [Int]
    let absent: Int

    /// Creates a symptom with severities: HKCategoryValueSeverity.
    private init(_ name: String, _ base: Double, period: Double, before: Double) {
        self.init(name, base, period: period, before: before, present: [2, 2, 3, 3, 4, 0], absent: 1)
    }

    private init(_ name: String, _ base: Double, period: Double, before: Double, present: [Int], absent: Int) {
        type = "HKCategoryTypeIdentifier\(name)"
        self.base = base
        self.period = period
        self.before = before
        self.present = present
        self.absent = absent
    }

    static let all = [
        DemoSymptom("AbdominalCramps", 0.02, period: 0.6, before: 0.15),
        DemoSymptom("Bloating", 0.04, period: 0.15, before: 0.4),
        DemoSymptom("Fatigue", 0.08, period: 0.3, before: 0.2),
        DemoSymptom("Headache", 0.07, period: 0.2, before: 0.12),
        DemoSymptom("LowerBackPain", 0.04, period: 0.25, before: 0.05),
        DemoSymptom("BreastPain", 0.01, period: 0.02, before: 0.3),
        // HKCategoryValuePresence: present or not.
        DemoSymptom("MoodChanges", 0.05, period: 0.1, before: 0.35, present: [0], absent: 1),
    ]

    /// Returns the probability on a day; women without periods have the base probability.
    func probability(_ cycle: DemoCycle, _ day: Int) -> Double {
        guard let (day, left) = cycle.position(day) else { return base }
        return base + period * max(0, 1 - Double(day) / 4) + before * max(0, 1 - Double(left - 1) / 7)
    }
}
