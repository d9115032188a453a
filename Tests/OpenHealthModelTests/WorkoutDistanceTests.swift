// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@Suite struct WorkoutDistanceTests {
    private func quantity(_ value: Double, _ unit: String) -> HKQuantity {
        HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }

    @Test func aSportHasItsOwnDistance() throws {
        for activity in HKWorkoutActivityType.allCases {
            guard let type = WorkoutDistance.type(of: activity) else { continue }
            let others = WorkoutDistance.types.filter { $0 != type }.map { ($0, quantity(50, "km")) }
            let total = try #require(WorkoutDistance.total(of: activity, others + [(type, quantity(12, "km"))]))
            #expect(total.doubleValue(for: .meter()) == 12_000, "\(activity)")
            #expect(total.originalUnit.unitString == "km")
        }
    }

    @Test func theSportsOfATriathlonAddUp() throws {
        let parts: [(HKQuantityTypeIdentifier, HKQuantity)] = [
            (.distanceSwimming, quantity(750, "m")), (.distanceCycling, quantity(20, "km")),
            (.distanceWalkingRunning, quantity(5, "km")),
        ]
        let total = try #require(WorkoutDistance.total(of: .swimBikeRun, parts))
        #expect(total.originalValue == 25.75)
        #expect(total.originalUnit.unitString == "km")
    }

    @Test func anActivityWithoutADistanceOfItsOwnHasTheLongest() {
        let parts: [(HKQuantityTypeIdentifier, HKQuantity)] = [
            (.distanceWalkingRunning, quantity(50, "m")), (.distanceCycling, quantity(12, "km")),
            (.stepCount, quantity(10_000, "count")),
        ]
        #expect(WorkoutDistance.total(of: .other, parts)?.doubleValue(for: .meter()) == 12_000)
        #expect(WorkoutDistance.total(of: .yoga, []) == nil)
    }
}
