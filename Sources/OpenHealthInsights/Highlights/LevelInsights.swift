// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The statements by published tables.
struct LevelInsights {
    let series: [String: DailySeries]
    /// The first day after the latest data of any type.
    let end: Int

    /// Returns the first day after the period of a type: a measurement of today counts.
    private func end(of type: HKQuantityTypeIdentifier) -> Int {
        max(end, (series[type.rawValue]?.lastKnownDay ?? end - 1) + 1)
    }

    private func days(_ type: HKQuantityTypeIdentifier, _ length: Int) -> DailySeries? {
        let end = end(of: type)
        return series[type.rawValue]?.part(end - length..<end)
    }

    private func insight(
        _ kind: Insight.Kind, _ type: HKQuantityTypeIdentifier, _ unit: String, _ length: Int, count: Int,
        value: Double,
        isHighlight: Bool, _ levels: [Insight.Level]
    ) -> Insight {
        let end = end(of: type)
        return Insight(
            kind: kind, type: type.rawValue, unit: unit, isHighlight: isHighlight,
            period: .init(firstDay: end - length, lastDay: end - 1, count: count), value: value, levels: levels)
    }

    /// The average of the last 28 days, if at least three have both figures.
    var bloodPressure: [Insight] {
        guard let systolic = days(.bloodPressureSystolic, 28), let diastolic = days(.bloodPressureDiastolic, 28)
        else { return [] }
        let pairs = systolic.days.compactMap { day in
            systolic[day].flatMap { high in diastolic[day].map { (high, $0) } }
        }
        guard pairs.count >= 3, let high = Robust.mean(pairs.map(\.0)), let low = Robust.mean(pairs.map(\.1)) else {
            return []
        }
        var one = insight(
            .bloodPressure, .bloodPressureSystolic, "mmHg", 28, count: pairs.count, value: high, isHighlight: true,
            BloodPressureTable.allCases.map { table in
                .init(table: table.rawValue, level: table.category(systolic: high, diastolic: low).rawValue)
            })
        one.secondValue = low
        return [one]
    }

    /// The median of the last 28 days, if at least seven have a figure.
    var walkingSpeed: [Insight] {
        guard let known = days(.walkingSpeed, 28)?.known, known.count >= 7, let speed = Robust.median(known),
            let level = WalkingSpeedLevel(speed)
        else { return [] }
        return [
            insight(
                .walkingSpeed, .walkingSpeed, "m/s", 28, count: known.count, value: speed, isHighlight: false,
                [.init(table: "EWGSOP2 2019, Studenski 2011", level: level.rawValue)])
        ]
    }

    /// The share by which the last 28 days of the cardio fitness differ from those before to be a highlight in place of the level.
    static let clearShare = 0.1

    /// The change of the cardio fitness between the last 28 days and those before. A comparison of half of the days would
    /// have too few figures, so three figures of each period are enough. The change is at least a tenth, and clearly more
    /// than the figures differ from each other.
    private var cardioFitnessChange: [Insight] {
        let end = end(of: .vo2Max)
        guard let now = days(.vo2Max, 28)?.known,
            let before = series[HKQuantityTypeIdentifier.vo2Max.rawValue]?
                .part(end - 56..<end - 28).known, (3..<14).contains(now.count) || (3..<14).contains(before.count),
            now.count >= 3, before.count >= 3, let mean = Robust.mean(now), let old = Robust.mean(before), old > 0,
            (mean / old - 1).magnitude >= Self.clearShare
        else { return [] }
        func square(_ values: [Double], _ mean: Double) -> Double {
            values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1) / Double(values.count)
        }
        let error = (square(now, mean) + square(before, old)).squareRoot()
        let reach = StudentT.quantile975(freedom: Double(min(now.count, before.count) - 1)) * error
        guard (mean - old).magnitude > reach else { return [] }
        var one = insight(
            .comparison, .vo2Max, "ml/(kg*min)", 28, count: now.count, value: mean, isHighlight: true, [])
        one.before = .init(period: .init(firstDay: end - 56, lastDay: end - 29, count: before.count), value: old)
        one.interval = .init(low: mean - old - reach, high: mean - old + reach)
        return [one]
    }

    /// The median of the last 91 days, and a change that is greater news; without an age and a sex that the table has, there is no level.
    func cardioFitness(age: Int?, sex: CardioFitnessLevel.Sex?) -> [Insight] {
        cardioFitnessChange + cardioFitnessLevel(age: age, sex: sex)
    }

    private func cardioFitnessLevel(age: Int?, sex: CardioFitnessLevel.Sex?) -> [Insight] {
        guard let known = days(.vo2Max, 91)?.known, let value = Robust.median(known), let age, let sex,
            let level = CardioFitnessLevel(value, age: age, sex: sex)
        else { return [] }
        return [
            insight(
                .cardioFitness, .vo2Max, "ml/(kg*min)", 91, count: known.count, value: value, isHighlight: true,
                [.init(table: "FRIEND 2015", level: level.rawValue)])
        ]
    }
}
