// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthWarehouse

/// The questions of the study, over all its whole weeks.
struct Questions {
    static let symptoms = [
        "HKCategoryTypeIdentifierAbdominalCramps", "HKCategoryTypeIdentifierBloating",
        "HKCategoryTypeIdentifierHeadache", "HKCategoryTypeIdentifierMoodChanges",
    ]
    static let percentiles = [5.0, 50, 95]

    /// The answers.
    struct Answers {
        var byWeek: [SymptomFrequency]
        var byCycleDay: [SymptomFrequency]
        var steps: [CohortRow]
    }

    /// The days of the questions, from a Monday to a Sunday.
    let range: ClosedRange<CohortDay>
    let smallGroups: SmallGroups

    init(_ study: Study, smallGroups: SmallGroups) throws {
        guard let first = CohortDay(study.firstDay), let last = CohortDay(study.lastDay) else {
            throw Arguments.Mistake(text: "the days of the study are none")
        }
        // 1970-01-01, day 0, was a Thursday.
        let monday = Int(first.number) + (11 - Int(first.number) % 7) % 7
        let sunday = Int(last.number) - (Int(last.number) + 4) % 7
        guard let from = CohortDay(number: monday), let to = CohortDay(number: sunday), from <= to else {
            throw Arguments.Mistake(text: "the study has no whole week")
        }
        range = from...to
        self.smallGroups = smallGroups
    }

    func ask(_ warehouse: Warehouse) async throws -> Answers {
        func symptoms(by division: SymptomQuery.Division) async throws -> [SymptomFrequency] {
            try await warehouse.symptoms(
                SymptomQuery(
                    types: Self.symptoms, by: division, from: range.lowerBound, to: range.upperBound,
                    smallGroups: smallGroups))
        }
        return Answers(
            byWeek: try await symptoms(by: .week), byCycleDay: try await symptoms(by: .cycleDay),
            steps: try await warehouse.statistics(
                CohortQuery(
                    types: ["HKQuantityTypeIdentifierStepCount"], every: .week, from: range.lowerBound,
                    to: range.upperBound, percentiles: Self.percentiles, smallGroups: smallGroups)))
    }
}
