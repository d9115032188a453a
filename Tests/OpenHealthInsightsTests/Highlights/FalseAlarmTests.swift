// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthInsights

/// Measures the share of the weeks in which a person without any change has a highlight that states one: a change, a difference of four weeks,
/// or an unusual day, of any of the types.
///
/// The table of the guide Insights is that of 200 persons of each kind:
///
///     FALSE_ALARM_PERSONS=200 swift test -c release -Xswiftc -enable-testing --filter FalseAlarmTests
@Suite struct FalseAlarmTests {
    /// A kind of figures.
    enum Kind: String, CaseIterable, Sendable {
        case independent, correlated, skewed, integer

        /// Returns two years of figures around 60 with a standard deviation of 2 or more.
        func series(seed: UInt64, before day: Int) -> DailySeries {
            var noise = DailyNoise(seed: seed) { noise in
                noise.correlation = self == .independent ? 0 : self == .correlated ? 0.7 : 0.3
                noise.kind = self == .skewed ? .skewed : .normal
            }
            let values = noise.series(days: 728).values.map { value in
                value.map { self == .integer ? (60 + 2 * $0).rounded() : 60 + 2 * $0 }
            }
            return DailySeries(firstDay: day - values.count, values: values)
        }
    }

    /// The weeks with a false alarm, by its kind.
    struct Count {
        var weeks = 0
        var any = 0
        var byKind: [Insight.Kind: Int] = [:]

        func share(_ number: Int) -> Double { 100 * Double(number) / Double(max(weeks, 1)) }
    }

    private static let today = 20_000
    private static let persons = ProcessInfo.processInfo.environment["FALSE_ALARM_PERSONS"].flatMap(Int.init)

    private static func measure(_ kind: Kind, persons: Int, weeks: [Int]) throws -> Count {
        var count = Count()
        for person in 0..<persons {
            var figures = MadeFigures()
            for (index, type) in InsightType.all.enumerated() {
                figures.series[type.identifier] = kind.series(
                    seed: UInt64(1 + person * 1000 + index * 10), before: today)
            }
            for week in weeks {
                let end = today - 7 * week
                let now = InsightClock(zone: .gmt).date(end).addingTimeInterval(3600)
                let found = try Insights(InsightInput(figures, zone: .gmt, now: now)).all
                var kinds = Set(
                    found.filter { $0.isHighlight && [.trend, .comparison].contains($0.kind) }.map(\.kind))
                // A day is a highlight while it is the latest one.
                let isUnusual = InsightType.all.contains { type in
                    guard let scale = type.scale, let series = figures.series[type.identifier] else { return false }
                    return (end - 7..<end).contains { day in
                        guard let value = series[day],
                            let baseline = PersonalBaseline(of: series, for: day, scale: scale, step: type.step)
                        else { return false }
                        return baseline.isEvent(value)
                    }
                }
                if isUnusual { kinds.insert(.range) }
                count.weeks += 1
                if !kinds.isEmpty { count.any += 1 }
                for kind in kinds { count.byKind[kind, default: 0] += 1 }
            }
        }
        return count
    }

    /// Some weeks of a few persons here; the bound of many weeks is 5 %.
    @Test func atMostOneOfTwentyWeeksHasAFalseAlarmOfAnyHighlight() throws {
        // An alarm can last for weeks, so that few persons vary more.
        let weeks = Self.persons == nil ? [0, 20, 40] : Array(0..<52)
        var all = Count()
        for kind in Kind.allCases {
            let count = try Self.measure(kind, persons: Self.persons ?? 4, weeks: weeks)
            all.weeks += count.weeks
            all.any += count.any
            guard Self.persons != nil else { continue }
            func text(_ kind: Insight.Kind) -> String { String(format: "%.2f", count.share(count.byKind[kind] ?? 0)) }
            print(
                "| \(kind) | \(count.weeks) | \(text(.trend)) | \(text(.comparison)) | \(text(.range)) | "
                    + String(format: "%.2f |", count.share(count.any)))
            #expect(count.share(count.any) <= 5, "\(kind)")
        }
        #expect(all.share(all.any) <= (Self.persons == nil ? 10 : 5))
    }
}
