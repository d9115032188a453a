// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The statements that daily figures allow.
package struct Insights: Sendable {
    /// The lengths of the periods that are compared, in days: whole weeks.
    static let lengths = [7, 28, 364]
    /// The length whose clear differences are highlights.
    static let highlightLength = 28
    /// The number of days after the latest data during which a figure is current.
    static let currentDays = 14

    let input: InsightInput
    /// The goals of a day by the identifiers of types, in canonical units.
    let goals: [String: Double]
    /// The goal of a night, in seconds.
    let sleepGoal: Double
    /// The day on which weeks begin, from 1 for Sunday to 7 for Saturday.
    let firstWeekday: Int
    /// The first day after the latest data of any type.
    let end: Int

    /// Prepares the statements.
    /// - Parameters:
    ///   - input: the figures.
    ///   - goals: the goals of a day by the identifiers of types, in canonical units.
    ///   - sleepGoal: the goal of a night, in seconds.
    ///   - firstWeekday: the day on which weeks begin, from 1 for Sunday to 7 for Saturday.
    package init(
        _ input: InsightInput, goals: [String: Double] = [:], sleepGoal: Double = SleepSummary.usualGoal,
        firstWeekday: Int = WeeklySeries.monday
    ) {
        self.input = input
        self.firstWeekday = firstWeekday
        self.goals = goals
        self.sleepGoal = sleepGoal
        // Today is final for measurements only; the periods of the others end before it.
        let last = input.series.values.compactMap(\.lastKnownDay).max()
        end = min(last.map { $0 + 1 } ?? input.today, input.today)
    }

    /// Returns the first day after the period of a type: a measurement of today counts.
    private func end(of series: DailySeries) -> Int { max(end, (series.lastKnownDay ?? end - 1) + 1) }

    /// The statements: highlights first, in the order of their weight.
    package var all: [Insight] {
        var found: [Insight] = []
        for type in InsightType.all { found += statements(type) }
        found += sleep()
        found += levels()
        return Self.changesBeforeLevels(Self.oneForAnEvent(found)).enumerated().sorted { left, right in
            (Self.weight(left.element), left.offset) < (Self.weight(right.element), right.offset)
        }.map(\.element)
    }

    /// Returns the statements with one highlight for one event: of several records or outliers of a day, only the first is one.
    private static func oneForAnEvent(_ found: [Insight]) -> [Insight] {
        var events: Set<String> = []
        return found.map { insight in
            var one = insight
            guard one.isHighlight, one.kind == .record || one.kind == .range else { return one }
            one.isHighlight = events.insert("\(one.kind) \(one.period.firstDay)").inserted
            return one
        }
    }

    private static func weight(_ insight: Insight) -> Int {
        let order: [Insight.Kind] = [
            .range, .trend, .record, .bloodPressure, .comparison, .streak, .sleep, .cardioFitness, .walkingSpeed,
        ]
        return (insight.isHighlight ? 0 : 100) + (order.firstIndex(of: insight.kind) ?? order.count)
    }

    private func maker(_ type: String, _ unit: String, _ series: DailySeries) -> SeriesInsights {
        SeriesInsights(
            type: type, unit: unit, series: series, end: end(of: series), zoneChanges: input.zoneChanges,
            firstWeekday: firstWeekday)
    }

    private func statements(_ type: InsightType) -> [Insight] {
        guard let series = input.series[type.identifier] else { return [] }
        let maker = maker(type.identifier, type.unit, series)
        var found = maker.changes
        if let scale = type.scale { found += maker.range(scale, step: type.step) }
        if type.isSum {
            found += maker.record
            if let goal = goals[type.identifier] { found += maker.streak(goal) }
        }
        return found
    }

    private func sleep() -> [Insight] {
        guard let series = input.series[InsightType.sleep] else { return [] }
        var found = maker(InsightType.sleep, "s", series).changes
        guard let last = series.lastKnownDay, last >= end - Self.currentDays,
            let summary = SleepSummary(
                input.nights, days: last + 1 - InsightInput.nights..<last + 1, goal: sleepGoal)
        else { return found }
        found.append(
            Insight(
                kind: .sleep, type: InsightType.sleep, unit: "s", isHighlight: true,
                period: .init(
                    firstDay: summary.days.lowerBound, lastDay: summary.days.upperBound - 1, count: summary.count),
                value: summary.asleep, goal: summary.goal,
                sleep: .init(
                    onset: summary.onset.mean, onsetDeviation: summary.onset.deviation, wake: summary.wake.mean,
                    wakeDeviation: summary.wake.deviation, regularity: summary.regularity,
                    weekendShift: summary.weekendShift, missing: summary.debt, missingNights: summary.debtCount)))
        return found
    }

    private func levels() -> [Insight] {
        let maker = LevelInsights(series: input.series, end: end)
        return maker.bloodPressure + maker.walkingSpeed + maker.cardioFitness(age: input.age, sex: input.sex)
    }

    /// Returns the statements in which a change is the highlight and not the level that the figure had on average of the time before and
    /// after it.
    private static func changesBeforeLevels(_ found: [Insight]) -> [Insight] {
        let changed = Set(
            found.filter { $0.isHighlight && [.trend, .comparison].contains($0.kind) }.map(\.type))
        let trends = Set(found.filter { $0.isHighlight && $0.kind == .trend }.map(\.type))
        return found.map { insight in
            var one = insight
            if [.cardioFitness, .walkingSpeed].contains(one.kind), changed.contains(one.type) {
                one.isHighlight = false
            }
            // A change that holds for weeks is also a difference of four weeks.
            if one.kind == .comparison, trends.contains(one.type) { one.isHighlight = false }
            return one
        }
    }
}

extension Insights {
    /// The number of days of a correlation.
    package static let correlationDays = 365

    /// Returns the correlation of two types in the last year; nil if too few days have both.
    /// - Parameter lag: the number of days by which the second type is later.
    package func correlation(_ first: String, _ second: String, lag: Int = 0) -> DailyCorrelation? {
        guard let one = input.series[first], let other = input.series[second] else { return nil }
        let days = end - Self.correlationDays..<end
        return DailyCorrelation(one.part(days), other.part(days), lag: lag)
    }
}
