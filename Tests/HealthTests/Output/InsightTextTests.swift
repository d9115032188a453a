// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import OpenHealthModel
import OpenHealthPages
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite struct InsightTextTests {
    private static func texts() throws -> FigureTexts {
        try FigureTexts { type in
            switch type.identifier {
            case HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue: .meterUnit(with: .kilo)
            case HKQuantityTypeIdentifier.bodyMass.rawValue: .pound()
            default: type.canonicalUnit
            }
        }
    }

    @Test func tablesAndLevelsAreInWords() throws {
        let insight = Insight(
            kind: .bloodPressure, type: HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue, unit: "mmHg",
            isHighlight: true, period: .init(firstDay: 20_000, lastDay: 20_027, count: 9), value: 142,
            secondValue: 84,
            levels: BloodPressureTable.allCases.map {
                .init(table: $0.rawValue, level: $0.category(systolic: 142, diastolic: 84).rawValue)
            })
        let line = InsightText(insight, try Self.texts()).line
        #expect(line.hasPrefix("Blood pressure: 142/84 mmHg on average of 9 of the last 28 days"))
        #expect(line.hasSuffix("; ACC/AHA 2017: stage 2, ESC/ESH 2018: isolated systolic"))
    }

    @Test(arguments: [
        (HKQuantityTypeIdentifier.stepCount, 10_876.6, "Steps: 10,877 steps on "),
        (.restingHeartRate, 73, "Resting heart rate: 73 bpm on "),
        (.distanceWalkingRunning, 24_680, "Walking + running distance: 24.68 km on "),
        (.oxygenSaturation, 0.954, "Blood oxygen: 95% on "), (.bodyMass, 70, "Weight: 154.3 lb on "),
    ])
    func figuresHaveTheNamesAndUnitsOfTheWebApp(
        type: HKQuantityTypeIdentifier, value: Double, beginning: String
    ) throws {
        let insight = Insight(
            kind: .record, type: type.rawValue, unit: HealthTypes.named(type.rawValue)?.canonicalUnit ?? "",
            isHighlight: true, period: .init(firstDay: 20_000, lastDay: 20_000, count: 1), value: value)
        let line = InsightText(insight, try Self.texts()).line
        #expect(line.hasPrefix(beginning), "\(line)")
    }

    @Test func differencesThatAreShownAsZeroHaveNoDirection() throws {
        var insight = Insight(
            kind: .comparison, type: HKQuantityTypeIdentifier.stepCount.rawValue, unit: "count", isHighlight: false,
            period: .init(firstDay: 20_000, lastDay: 20_006, count: 7), value: 8000)
        insight.before = .init(period: .init(firstDay: 19_993, lastDay: 19_999, count: 7), value: 8000.2)
        insight.interval = .init(low: -120, high: 119)
        #expect(
            InsightText(insight, try Self.texts()).line.hasSuffix(
                "; difference ±0 steps, 95 % between -120 steps and +119 steps"))
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
