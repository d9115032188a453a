// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthWarehouse
import Testing

@Suite struct CohortQueryTests {
    private static let wrong: [(CohortQuery, String)] = [
        (CohortQuery(types: []), "no type"),
        (CohortQuery(types: ["HKWhatever"]), "no type is called"),
        (CohortQuery(types: ["HKWorkoutTypeIdentifier"]), "neither a quantity nor a category"),
        (CohortQuery(types: [steps], from: CohortDay("2024-03-10"), to: CohortDay("2024-03-09")), "ends on"),
        (CohortQuery(types: [steps], grouping: .participant, percentiles: [50]), "between participants"),
        (CohortQuery(types: [steps], percentiles: [101]), "from 0 to 100"),
        (CohortQuery(types: [steps], percentiles: [.nan]), "from 0 to 100"),
        (CohortQuery(types: [steps], function: .average), "adds up"),
        (CohortQuery(types: [steps], function: .reported), "only categories"),
        (CohortQuery(types: [heart], function: .sum), "does not add up"),
        (CohortQuery(types: [sleep], every: .day, function: .average), "only the durations of its values"),
        (CohortQuery(types: [sleep], every: .hour), "days but not hours"),
        (CohortQuery(types: [sleep], every: .month), "by nights"),
        (CohortQuery(types: [sleep]), "by nights"),
        (CohortQuery(types: [steps, sleep], every: .year), "by nights"),
    ]
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let heart = "HKQuantityTypeIdentifierHeartRate"
    private static let sleep = "HKCategoryTypeIdentifierSleepAnalysis"

    @Test(arguments: 0..<wrong.count) func invalidQueriesAreRefused(place: Int) {
        let (query, part) = Self.wrong[place]
        #expect {
            _ = try query.check()
        } throws: { error in
            (error as? WarehouseError)?.code == .invalidArgument && "\(error)".contains(part)
        }
    }

    @Test func suitableFiguresAreQueried() throws {
        let query = CohortQuery(types: [Self.steps, Self.heart, Self.sleep], every: .week)
        #expect(try query.check().map(query.function(for:)) == [.sum, .average, .duration])
    }
}
