// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The statements about the daily figures of one type.
struct SeriesInsights {
    /// The number of times by which a difference exceeds half of its interval to be a highlight: by chance one of some thousand does.
    static let clearly = 2.0

    let type: String
    let unit: String
    let series: DailySeries
    /// The first day after the latest data of any type.
    let end: Int
    /// The days with a change of the person's time zone, whose figures are of fewer or more waking hours.
    var zoneChanges: Set<Int> = []
    /// The day on which weeks begin, from 1 for Sunday to 7 for Saturday.
    var firstWeekday = WeeklySeries.monday

    private var isCurrent: Bool { (series.lastKnownDay ?? .min) >= end - Insights.currentDays }

    /// The comparisons of periods, and the change that has held for weeks.
    var changes: [Insight] {
        guard isCurrent else { return [] }
        // From a few weeks, the correlation of days is not known well enough.
        let isLong =
            series.part(end - PeriodComparison.historyLength..<end).known.count
            >= PeriodComparison.fewestHistoryDays
        let trend = SustainedChange(in: series, before: end, firstWeekday: firstWeekday)
        var found: [Insight] = []
        if let trend { found.append(insight(trend)) }
        for length in Insights.lengths {
            guard let comparison = PeriodComparison(of: series, before: end, length: length) else { continue }
            let reach = (comparison.interval.upperBound - comparison.interval.lowerBound) / 2
            let isClear = comparison.difference.magnitude > Self.clearly * reach && comparison.difference != 0
            var one = Insight(
                kind: .comparison, type: type, unit: unit,
                isHighlight: isClear && isLong && length == Insights.highlightLength && trend == nil,
                period: Self.period(comparison.period), value: comparison.period.average)
            one.before = Insight.Before(
                period: Self.period(comparison.previous), value: comparison.previous.average)
            one.interval = Insight.Bounds(comparison.interval)
            found.append(one)
        }
        return found
    }

    private static func period(_ period: PeriodComparison.Period) -> Insight.Period {
        Insight.Period(firstDay: period.days.lowerBound, lastDay: period.days.upperBound - 1, count: period.count)
    }

    private func insight(_ change: SustainedChange) -> Insight {
        var one = Insight(
            kind: .trend, type: type, unit: unit, isHighlight: true,
            period: .init(firstDay: change.startDay, lastDay: change.lastDay, count: change.weeksAfter),
            value: change.after)
        one.before = Insight.Before(
            period: .init(firstDay: change.firstDay, lastDay: change.startDay - 1, count: change.weeksBefore),
            value: change.before)
        one.start = Insight.Period(
            firstDay: change.startDays.lowerBound, lastDay: change.startDays.upperBound,
            count: change.startDays.count / 7)
        one.shape = change.shape.rawValue
        one.slope = change.slope.map { Insight.Slope(value: $0.slope, interval: Insight.Bounds($0.interval)) }
        return one
    }

    /// The usual range and the latest day.
    func range(_ scale: PersonalBaseline.Scale, step: Double) -> [Insight] {
        guard let day = series.lastKnownDay, isCurrent, let value = series[day],
            let baseline = PersonalBaseline(of: series, for: day, scale: scale, step: step)
        else { return [] }
        let isJudged = !zoneChanges.contains(day)
        let isOutlier = isJudged && baseline.isOutlier(value)
        var one = Insight(
            kind: .range, type: type, unit: unit, isHighlight: isJudged && baseline.isEvent(value) && day >= end - 3,
            period: .init(firstDay: day, lastDay: day, count: 1), value: value)
        one.before = Insight.Before(
            period: .init(firstDay: day - PersonalBaseline.length, lastDay: day - 1, count: baseline.count),
            value: baseline.median)
        one.interval = Insight.Bounds(baseline.range)
        one.isOutlier = isOutlier
        return [one]
    }

    /// The highest day.
    var record: [Insight] {
        guard let record = DayRecord(of: series.without(zoneChanges)) else { return [] }
        return [
            Insight(
                kind: .record, type: type, unit: unit, isHighlight: record.day >= end - 28,
                period: .init(firstDay: record.day, lastDay: record.day, count: 1), value: record.value,
                before: record.previous.map { previous in
                    .init(
                        period: .init(
                            firstDay: series.firstDay, lastDay: record.day - 1,
                            count: series.part(series.firstDay..<record.day).known.count), value: previous)
                })
        ]
    }

    /// The current streak, or the longest one.
    func streak(_ goal: Double) -> [Insight] {
        let (longest, current) = Streak.find(in: series, goal: goal)
        guard let longest, let shown = current ?? Optional(longest) else { return [] }
        let goesOn = current != nil && shown.days.upperBound >= end
        return [
            Insight(
                kind: .streak, type: type, unit: unit, isHighlight: goesOn && shown.days.count >= 3,
                period: .init(
                    firstDay: shown.days.lowerBound, lastDay: shown.days.upperBound - 1, count: shown.days.count),
                value: Double(shown.days.count), goal: goal, longest: longest.days.count)
        ]
    }
}
