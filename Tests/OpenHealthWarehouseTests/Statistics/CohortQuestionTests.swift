// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthWarehouse
import Testing

@Suite struct CohortQuestionTests {
    private static let wrong: [(CohortQuestion, String)] = [
        (CohortQuestion(types: []), "no type"),
        (CohortQuestion(types: ["HKWhatever"]), "no type is called"),
        (CohortQuestion(types: ["HKWorkoutTypeIdentifier"]), "neither a quantity nor a category"),
        (CohortQuestion(types: [steps], from: CohortDay("2024-03-10"), to: CohortDay("2024-03-09")), "ends on"),
        (CohortQuestion(types: [steps], grouping: .participant, percentiles: [50]), "between participants"),
        (CohortQuestion(types: [steps], percentiles: [101]), "from 0 to 100"),
        (CohortQuestion(types: [steps], percentiles: [.nan]), "from 0 to 100"),
        (CohortQuestion(types: [steps], function: .average), "adds up"),
        (CohortQuestion(types: [steps], function: .reported), "only categories"),
        (CohortQuestion(types: [heart], function: .sum), "does not add up"),
        (CohortQuestion(types: [sleep], every: .day, function: .average), "only the durations of its values"),
        (CohortQuestion(types: [sleep], every: .hour), "days but not hours"),
        (CohortQuestion(types: [sleep], every: .month), "by nights"),
        (CohortQuestion(types: [sleep]), "by nights"),
        (CohortQuestion(types: [steps, sleep], every: .year), "by nights"),
    ]
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let heart = "HKQuantityTypeIdentifierHeartRate"
    private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

    @Test(arguments: 0..<wrong.count) func invalidQueriesAreRefused(place: Int) {
        let (question, part) = Self.wrong[place]
        #expect {
            _ = try question.check()
        } throws: { error in
            (error as? WarehouseError)?.code == .invalidArgument && "\(error)".contains(part)
        }
    }

    @Test func suitableFiguresAreQueried() throws {
        let question = CohortQuestion(types: [Self.steps, Self.heart, Self.sleep], every: .week)
        #expect(try question.check().map(question.function(for:)) == [.sum, .average, .duration])
    }
}
