// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A symptom, and how likely it is on the days of the cycle. The shapes are plausible, the numbers made up.
struct DemoSymptom: Sendable {
    let type: String
    /// On any day.
    let base: Double
    /// Beyond that on the first day of the period; it is gone by the fifth.
    let period: Double
    /// Beyond that on the day before the next period; it begins a week before.
    let before: Double
    /// The raw values that mean that it is there, and the one that it is not.
    let present: [Int]
    let absent: Int

    /// With grades: HKCategoryValueSeverity.
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
        // HKCategoryValuePresence: there or not.
        DemoSymptom("MoodChanges", 0.05, period: 0.1, before: 0.35, present: [0], absent: 1),
    ]

    /// How likely it is on a day; women without periods have it as on any day.
    func probability(_ cycle: DemoCycle, _ day: Int) -> Double {
        guard let (day, left) = cycle.position(day) else { return base }
        return base + period * max(0, 1 - Double(day) / 4) + before * max(0, 1 - Double(left - 1) / 7)
    }
}
