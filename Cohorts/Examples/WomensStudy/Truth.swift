// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthDemo
import OpenHealthWarehouse

/// The true data of the made-up women.
struct Truth {
    /// The error of a figure that differs from the true one.
    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    private let women: [DemoParticipant]
    private let questions: Questions

    init(_ women: [DemoParticipant], _ questions: Questions) {
        self.women = women
        self.questions = questions
    }

    /// Compares all figures.
    /// - Returns: A line with the number of figures.
    func check(_ answers: Questions.Answers) throws -> String {
        let weeks = (Int(questions.range.upperBound.number) - Int(questions.range.lowerBound.number) + 1) / 7
        guard answers.steps.count == weeks, answers.byWeek.count == weeks * Questions.symptoms.count,
            !answers.byCycleDay.isEmpty
        else {
            throw Wrong(description: "there are answers for other weeks than the \(weeks) that were asked about")
        }
        var checked = 0
        for row in answers.byWeek + answers.byCycleDay { checked += try check(row) }
        for row in answers.steps { checked += try check(row) }
        return "checked: \(checked) figures of \(women.count) women are what they should be"
    }

    /// Returns the days that the questions are about.
    private func days(of woman: DemoParticipant, _ isCounted: (CohortDay, DemoParticipant.Day) -> Bool)
        -> [DemoParticipant.Day]
    {
        woman.days.filter { day in
            guard let date = CohortDay(day.date), questions.range.contains(date) else { return false }
            return isCounted(date, day)
        }
    }

    private func isIn(_ week: CohortDay, _ day: CohortDay) -> Bool {
        (0..<7).contains(Int(day.number) - Int(week.number))
    }

    // MARK: Symptoms

    private func check(_ row: SymptomFrequency) throws -> Int {
        var participants = 0
        var cases = 0
        var observed = 0
        var present = 0
        for woman in women {
            let days = days(of: woman) { date, day in
                switch row.place {
                case .week(let monday): isIn(monday, date)
                case .cycleDay(let number): day.cycleDay == number
                }
            }
            let noted = days.filter { $0.symptoms.contains(row.type) }.count
            guard !days.isEmpty else { continue }
            participants += 1
            cases += noted > 0 ? 1 : 0
            if case .week = row.place {
                observed += 1
                present += noted > 0 ? 1 : 0
            } else {
                observed += days.count
                present += noted
            }
        }
        let isSmall = questions.smallGroups.isSmall(participants)
        let hasFew = isSmall || questions.smallGroups.isSmall(cases)
        try compare(row, row.participants, isSmall ? nil : participants)
        try compare(row, row.observed, isSmall ? nil : observed)
        try compare(row, row.cases, hasFew ? nil : cases)
        try compare(row, row.present, hasFew ? nil : present)
        guard let frequency = row.frequency, let interval = row.interval else {
            if hasFew { return 4 }
            throw Wrong(description: "\(row) has no frequency")
        }
        guard interval.contains(frequency), frequency == Double(present) / Double(observed) else {
            throw Wrong(description: "\(row) has a strange interval")
        }
        return 6
    }

    private func compare(_ row: SymptomFrequency, _ found: Int?, _ wanted: Int?) throws {
        if found != wanted { throw Wrong(description: "\(row): \(wanted.map(String.init) ?? "nothing") is right") }
    }

    // MARK: Steps

    private func check(_ row: CohortRow) throws -> Int {
        guard let week = row.firstDay else { throw Wrong(description: "a row of no week") }
        let sums = women.map { woman in
            Double(days(of: woman) { date, _ in isIn(week, date) }.reduce(0) { $0 + $1.steps })
        }.sorted()
        guard !questions.smallGroups.isSmall(sums.count) else {
            if row.isHidden { return 1 }
            throw Wrong(description: "the steps of \(week) should be hidden")
        }
        let mean = sums.reduce(0, +) / Double(sums.count)
        let wanted: [Double?] =
            [Double(sums.count), mean]
            + Questions.percentiles.map {
                questions.smallGroups.allows(percentile: $0, of: sums.count) ? percentile(sums, $0) : nil
            }
        let found = row.figures.map { [Double($0.participants), $0.mean] + $0.percentiles } ?? []
        // Figures of several women are rounded.
        let slack = (row.figures?.step ?? 0) / 2
        guard found.count == wanted.count,
            zip(found, wanted).allSatisfy({ found, wanted in
                guard let found, let wanted else { return found == nil && wanted == nil }
                return abs(found - wanted) <= slack + 1e-9 * abs(wanted)
            })
        else {
            throw Wrong(description: "the steps of \(week) are \(found) and should be \(wanted)")
        }
        return wanted.count
    }

    /// Returns a percentile, interpolated between the two nearest values.
    private func percentile(_ sorted: [Double], _ percentile: Double) -> Double {
        let place = Double(sorted.count - 1) * percentile / 100
        let below = Int(place)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
    }
}
