// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthModel
import Testing

@testable import health

@Suite struct InsightTextTests {
    @Test func tablesAndLevelsAreInWords() {
        let insight = Insight(
            kind: .bloodPressure, type: HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue, unit: "mmHg",
            isHighlight: true, period: .init(firstDay: 20_000, lastDay: 20_027, count: 9), value: 142,
            secondValue: 84,
            levels: BloodPressureTable.allCases.map {
                .init(table: $0.rawValue, level: $0.category(systolic: 142, diastolic: 84).rawValue)
            })
        #expect(InsightText(insight).line.hasSuffix("; ACC/AHA 2017: stage 2, ESC/ESH 2018: isolated systolic"))
    }

    @Test func everyLevelIsInWords() {
        let levels =
            BloodPressureCategory.allCases.map(\.rawValue) + CardioFitnessLevel.allCases.map(\.rawValue)
            + WalkingSpeedLevel.allCases.map(\.rawValue)
        for level in levels {
            let words = InsightText.words(level)
            #expect(words == words.lowercased() && words.replacing(" ", with: "") == level.lowercased())
        }
    }
}
