// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Typed dates")
struct DateParserTests {
    private static func parser(_ zone: String = "Europe/Berlin", now: String = "2024-03-10T12:34:56Z") throws
        -> DateParser
    {
        let utc = DateParser(timeZone: try #require(TimeZone(secondsFromGMT: 0)), now: Date())
        return DateParser(timeZone: try #require(TimeZone(identifier: zone)), now: try utc.span(now).start)
    }

    private static func bounds(_ text: String, _ zone: String = "Europe/Berlin") throws -> [String] {
        let span = try parser(zone).span(text)
        return [InstantText.utc(span.start), InstantText.utc(span.end)]
    }

    @Test(
        "days, months and years end at their last moment",
        arguments: [
            ("2024-03-10", "2024-03-09T23:00:00Z", "2024-03-10T23:00:00Z"),
            ("2024-03-31", "2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z"),
            ("2024-10-27", "2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z"),
            ("2024-02", "2024-01-31T23:00:00Z", "2024-02-29T23:00:00Z"),
            ("2023-12", "2023-11-30T23:00:00Z", "2023-12-31T23:00:00Z"),
            ("2024", "2023-12-31T23:00:00Z", "2024-12-31T23:00:00Z"),
            ("today", "2024-03-09T23:00:00Z", "2024-03-10T23:00:00Z"),
            ("Yesterday", "2024-03-08T23:00:00Z", "2024-03-09T23:00:00Z"),
            ("-0d", "2024-03-09T23:00:00Z", "2024-03-10T23:00:00Z"),
            ("-1d", "2024-03-08T23:00:00Z", "2024-03-09T23:00:00Z"),
            ("-30d", "2024-02-08T23:00:00Z", "2024-02-09T23:00:00Z"),
            ("\u{2212}30d", "2024-02-08T23:00:00Z", "2024-02-09T23:00:00Z"),
            ("-4w", "2024-02-10T23:00:00Z", "2024-02-11T23:00:00Z"),
            ("-6m", "2023-09-09T22:00:00Z", "2023-09-10T22:00:00Z"),
            ("-1y", "2023-03-09T23:00:00Z", "2023-03-10T23:00:00Z"),
            // 2024-03-10 is a Sunday.
            ("this week", "2024-03-03T23:00:00Z", "2024-03-10T23:00:00Z"),
            ("last week", "2024-02-25T23:00:00Z", "2024-03-03T23:00:00Z"),
            ("Last-Week", "2024-02-25T23:00:00Z", "2024-03-03T23:00:00Z"),
            ("this month", "2024-02-29T23:00:00Z", "2024-03-31T22:00:00Z"),
            ("last month", "2024-01-31T23:00:00Z", "2024-02-29T23:00:00Z"),
            ("this year", "2023-12-31T23:00:00Z", "2024-12-31T23:00:00Z"),
            ("last year", "2022-12-31T23:00:00Z", "2023-12-31T23:00:00Z"),
        ])
    func spans(_ text: String, _ start: String, _ end: String) throws {
        #expect(try Self.bounds(text) == [start, end])
    }

    @Test(
        "times name an instant",
        arguments: [
            ("2024-03-10T08:00", "2024-03-10T07:00:00Z"),
            ("2024-03-10 08:00:05", "2024-03-10T07:00:05Z"),
            ("2024-07-10T08:00", "2024-07-10T06:00:00Z"),
            ("2024-03-10T08:00Z", "2024-03-10T08:00:00Z"),
            ("2024-03-10T08:00:00.25z", "2024-03-10T08:00:00.25Z"),
            ("2024-03-10T08:00+05:30", "2024-03-10T02:30:00Z"),
            ("2024-03-10 08:00:00 -0800", "2024-03-10T16:00:00Z"),
            ("2024-03-10T08:00+01", "2024-03-10T07:00:00Z"),
            ("now", "2024-03-10T12:34:56Z"),
            ("-12h", "2024-03-10T00:34:56Z"),
            ("-0h", "2024-03-10T12:34:56Z"),
        ])
    func instants(_ text: String, _ instant: String) throws {
        #expect(try Self.bounds(text) == [instant, instant])
    }

    @Test("a day that a month does not have is its last day")
    func shortMonths() throws {
        let utc = try #require(TimeZone(secondsFromGMT: 0))
        let parser = DateParser(timeZone: utc, now: Date(timeIntervalSince1970: 1_711_886_400))
        #expect(try InstantText.utc(parser.span("-0d").start) == "2024-03-31T00:00:00Z")
        #expect(try InstantText.utc(parser.span("-1m").start) == "2024-02-29T00:00:00Z")
        #expect(try InstantText.utc(parser.span("-13m").start) == "2023-02-28T00:00:00Z")
    }

    @Test("weeks begin with the chosen day", arguments: 1...7)
    func weeks(firstWeekday: Int) throws {
        let utc = try #require(TimeZone(secondsFromGMT: 0))
        // The days from Sunday, 2024-03-10.
        for day in 0..<7 {
            let now = Date(timeIntervalSince1970: 1_710_028_800 + Double(day) * 86_400 + 3600)
            let span = try DateParser(timeZone: utc, now: now, firstWeekday: firstWeekday).span("this week")
            #expect(span.end.timeIntervalSince(span.start) == 7 * 86_400)
            #expect(span.start <= now && now < span.end)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = utc
            #expect(calendar.component(.weekday, from: span.start) == firstWeekday)
        }
    }

    @Test("a skipped time is the time after the gap, and a repeated one the first")
    func changesOfClocks() throws {
        #expect(try Self.bounds("2024-03-31T02:30")[0] == "2024-03-31T01:30:00Z")
        #expect(try Self.bounds("2024-10-27T02:30")[0] == "2024-10-27T00:30:00Z")
    }

    @Test("a day without midnight begins at its first moment")
    func noMidnight() throws {
        #expect(try Self.bounds("2018-11-04", "America/Sao_Paulo") == ["2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"])
    }

    @Test(
        "every day of a year adjoins the next, in zones of all continents",
        arguments: [
            "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
            "America/Sao_Paulo", "Africa/Casablanca",
        ])
    func daysJoin(_ zone: String) throws {
        let parser = try Self.parser(zone)
        var end: Date?
        for month in 1...12 {
            for day in 1...28 {
                let text = "2018-" + NumberText.twoDigits(month) + "-" + NumberText.twoDigits(day)
                let span = try parser.span(text)
                if let end, day > 1 { #expect(span.start == end, "\(text) in \(zone)") }
                #expect(span.end > span.start)
                end = span.end
            }
        }
    }

    @Test(
        "invalid dates are refused",
        arguments: [
            "", "x", "2024-13", "2024-00", "2024-02-30", "2023-02-29", "2024-3-1", "24-03-10", "2024-03-10T",
            "2024-03-10T25:00",
            "2024-03-10T08:60", "2024-03-10T08", "2024-03-10T08:00:00.", "2024-03-10T08:00+25:00", "2024-03-10x", "-30",
            "-d",
            "30d", "-30q", "--30d", "-+3d", "-999999999999999999999d", "tomorrowish", "2024-03-10T08:00Zx", "２０２４",
        ])
    func refused(_ text: String) throws {
        let error = #expect(throws: ToolError.self) { try Self.parser().span(text) }
        #expect(error?.code == .badArgument)
        #expect(error?.remedy.contains("2024-03-10") == true)
    }
}
