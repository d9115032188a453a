// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Charts of statistics")
struct ChartStatisticsTests {
    private static func line(day: Int, value: String? = nil, _ change: (inout StatisticsLine) -> Void) -> StatisticsLine
    {
        let start = Date(timeIntervalSince1970: Double(day) * 86_400)
        var line = StatisticsLine(
            type: "HKQuantityTypeIdentifierHeartRate", start: start, end: start.addingTimeInterval(86_400),
            label: "day \(day)", value: value, unit: "count/min")
        change(&line)
        return line
    }

    private static func chart(_ functions: Set<StatisticsFunction>, _ lines: [StatisticsLine]) -> Chart {
        StatisticsChart(name: "heartRate", unit: "count/min", functions: functions, lines: lines)
            .chart(width: 40, style: .blocks)
    }

    @Test("a range with both ends, otherwise bars of the first figure")
    func kinds() {
        let lines = [
            Self.line(day: 1) {
                $0.values[.minimum] = 50
                $0.values[.average] = 60.126
                $0.values[.maximum] = 70
                $0.values[.mostRecent] = 55
            }
        ]
        let range = Self.chart([.minimum, .maximum, .average, .mostRecent], lines)
        #expect(range.title == "heartRate: minimum, average and maximum in count/min")
        #expect(range.rows.first??.mark == .range(low: 50, high: 70, middle: 60.126))
        #expect(range.rows.first??.figure == "50 60.13 70")
        #expect(Self.chart([.minimum, .maximum], lines).title == "heartRate: minimum and maximum in count/min")
        let average = Self.chart([.average, .mostRecent], lines)
        #expect(average.title == "heartRate: average in count/min")
        #expect(average.rows.first??.mark == .bar(60.126))
        #expect(Self.chart([.mostRecent], lines).title == "heartRate: most recent in count/min")
    }

    @Test("durations and counts have no unit, days without rows leave a gap, rows without samples have no bar")
    func gaps() {
        let lines = [
            Self.line(day: 1) { $0.duration = 3661 }, Self.line(day: 2) { _ in },
            Self.line(day: 5) { $0.duration = 60 },
        ]
        let chart = Self.chart([.duration], lines)
        #expect(chart.title == "heartRate: duration")
        #expect(chart.rows.map { $0?.label } == ["day 1", "day 2", nil, "day 5"])
        #expect(chart.rows.map { $0?.figure } == ["1:01:01", "", nil, "0:01:00"])
        #expect(chart.rows[1]?.mark == .nothing)
        #expect(Self.chart([.count], []).title == "heartRate: count")
    }

    @Test("values of a category share one label")
    func values() {
        let lines = [
            Self.line(day: 1, value: "awake") { $0.duration = 60 },
            Self.line(day: 1, value: "asleep") { $0.duration = 1 },
        ]
        #expect(Self.chart([.duration], lines).rows.map { $0?.label } == ["day 1 awake", "      asleep"])
    }

    @Test("figures beside a chart are short, those of tables complete")
    func figures() {
        #expect(
            [0, 0.97123, 72.126, 999.96, 1234.4, 1e20].map(FigureText.brief) == [
                "0", "0.9712", "72.13", "1000", "1234", "1e+20",
            ])
        #expect(
            [12_345.000000000002, 123_456.7, 1_234_567.000000001, 0.1 + 0.2, 71.25].map(FigureText.short)
                == ["12345", "123457", "1234567", "0.3", "71.25"])
    }

    @Test("dates in JSON have the offset of the zone")
    func offsets() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let change = Date(timeIntervalSince1970: 1_711_846_800)
        #expect(OffsetText.iso(change.addingTimeInterval(-1), in: berlin) == "2024-03-31T01:59:59+01:00")
        #expect(OffsetText.iso(change, in: berlin) == "2024-03-31T03:00:00+02:00")
        let texts = [
            ("UTC", "2024-03-31T01:00:00.25+00:00"), ("America/St_Johns", "2024-03-30T22:30:00.25-02:30"),
            ("Asia/Kathmandu", "2024-03-31T06:45:00.25+05:45"),
        ]
        for (name, text) in texts {
            let zone = try #require(TimeZone(identifier: name))
            #expect(OffsetText.iso(change.addingTimeInterval(0.25), in: zone) == text)
        }
        // Local time in Berlin was 53 minutes and 28 seconds ahead of UTC.
        #expect(OffsetText.iso(Date(timeIntervalSince1970: -2_500_000_000), in: berlin) == "1890-10-11T20:26:20+00:53")
        #expect(OffsetText.iso(Date(timeIntervalSince1970: .infinity), in: berlin).isEmpty)
    }
}
