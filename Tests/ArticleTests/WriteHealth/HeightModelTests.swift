// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

@Suite struct HeightModelTests {
    @Test func theLengthsOfTheArticleAreUnits() {
        let units: [HKUnit] = [.meterUnit(with: .centi), .meter(), .inch(), .foot(), .mile()]
        #expect(units.map(\.unitString) == ["cm", "m", "in", "ft", "mi"])
    }

    @Test func centimetresAreSavedInMetres() throws {
        let model = HeightModel()
        #expect(model.heightSample == nil)
        model.heightData = 172.5
        let sample = try #require(model.heightSample)
        #expect(sample.quantity.doubleValue(for: .meter()) == 1.725)
        #expect((sample.quantity.doubleValue(for: .meterUnit(with: .centi)) - 172.5).magnitude < 1e-9)
        #expect(sample.startDate == model.recordDate && sample.endDate == model.recordDate)
    }
}
