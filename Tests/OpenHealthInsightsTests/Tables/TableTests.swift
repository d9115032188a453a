// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthInsights
import Testing

@Suite struct TableTests {
    @Test func bloodPressureCategoriesAreThoseOfTheGuidelines() {
        let expected: [(Double, Double, BloodPressureCategory, BloodPressureCategory)] = [
            (119, 79, .normal, .optimal), (120, 79, .elevated, .normal), (119, 80, .stage1, .normal),
            (129.9, 79.9, .elevated, .normal), (130, 70, .stage1, .highNormal), (125, 85, .stage1, .highNormal),
            (140, 80, .stage2, .isolatedSystolic), (139, 90, .stage2, .grade1), (145, 92, .stage2, .grade1),
            (160, 80, .stage2, .grade2), (150, 100, .stage2, .grade2), (180, 80, .stage2, .grade3),
            (120, 110, .stage2, .grade3),
        ]
        for (systolic, diastolic, american, european) in expected {
            #expect(BloodPressureTable.accAHA2017.category(systolic: systolic, diastolic: diastolic) == american)
            #expect(BloodPressureTable.escESH2018.category(systolic: systolic, diastolic: diastolic) == european)
        }
    }

    @Test func categoriesNeverFallAsPressureRises() {
        let order: [BloodPressureTable: [BloodPressureCategory]] = [
            .accAHA2017: [.normal, .elevated, .stage1, .stage2],
            .escESH2018: [.optimal, .normal, .highNormal, .isolatedSystolic, .grade1, .grade2, .grade3],
        ]
        for (table, order) in order {
            for diastolic in stride(from: 60.0, through: 120, by: 1) {
                let places = stride(from: 90.0, through: 200, by: 1).compactMap { systolic in
                    order.firstIndex(of: table.category(systolic: systolic, diastolic: diastolic))
                }
                #expect(places == places.sorted())
                #expect(places.count == 111)
            }
            for systolic in stride(from: 90.0, through: 200, by: 1) {
                let places = stride(from: 40.0, through: 130, by: 1).compactMap { diastolic in
                    order.firstIndex(of: table.category(systolic: systolic, diastolic: diastolic))
                }
                #expect(places == places.sorted() && places.count == 91)
            }
        }
    }

    @Test func tablesAreNamedAsTheirGuidelines() {
        #expect(BloodPressureTable.allCases.map(\.name) == ["ACC/AHA 2017", "ESC/ESH 2018"])
    }

    @Test func boundsOfMenAreAboveThoseOfWomen() throws {
        for age in 20...79 {
            let men = try #require(CardioFitnessLevel.bounds(age: age, sex: .male))
            let women = try #require(CardioFitnessLevel.bounds(age: age, sex: .female))
            #expect(zip(men, women).allSatisfy { $0 > $1 } && men.count == 3 && women.count == 3)
        }
    }

    @Test func fitnessLevelsAreTheQuartersOfTheRegistry() {
        #expect(CardioFitnessLevel(48.0, age: 29, sex: .male) == .aboveAverage)
        #expect(CardioFitnessLevel(47.9, age: 20, sex: .male) == .belowAverage)
        #expect(CardioFitnessLevel(18.3, age: 79, sex: .female) == .aboveAverage)
        #expect(CardioFitnessLevel(20.8, age: 70, sex: .female) == .high)
        #expect(CardioFitnessLevel(10, age: 45, sex: .female) == .low)
        #expect(CardioFitnessLevel(40, age: 19, sex: .male) == nil)
        #expect(CardioFitnessLevel(40, age: 80, sex: .male) == nil)
        #expect(CardioFitnessLevel(.nan, age: 40, sex: .male) == nil)
        for sex in CardioFitnessLevel.Sex.allCases {
            let rows = (2...7).compactMap { CardioFitnessLevel.bounds(age: $0 * 10, sex: sex) }
            for row in rows { #expect(row == row.sorted()) }
            for column in 0..<3 { #expect(rows.map { $0[column] } == rows.map { $0[column] }.sorted(by: >)) }
        }
    }

    @Test func walkingSpeedsHaveTheLevelsOfTheirSources() {
        #expect(WalkingSpeedLevel(0.8) == .low)
        #expect(WalkingSpeedLevel(0.81) == .medium)
        #expect(WalkingSpeedLevel(1.0) == .high)
        #expect(WalkingSpeedLevel(-1) == nil)
        #expect(WalkingSpeedLevel(.nan) == nil)
    }
}
