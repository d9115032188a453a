// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Steps
import Testing

#if canImport(OpenHealthTestSupport)
    import OpenHealthTestSupport

    @Suite struct StepModelTests {
        @Test func theLastDaysAreAStreak() async throws {
            let world = try HealthWorld()
            try world.addDays(5, of: .stepCount) { day in [9_000, 2_000, 8_000, 8_500, 12_000][day] }
            let model = world.run(as: world.app("org.example.steps")) { StepModel() }
            try await model.requestPermission()
            #expect(world.requests.map(\.read) == [[HKQuantityType(.stepCount)]])

            let days = try await model.lastDays(7, until: world.clock.now)
            #expect(days.map(\.steps) == [0, 0, 9_000, 2_000, 8_000, 8_500, 12_000])
            #expect(model.streak(in: days) == 3)
        }
    }
#endif
