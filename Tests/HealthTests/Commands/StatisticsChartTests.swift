// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("health statistics --chart")
struct StatisticsChartTests {
    /// Returns a row of 80 columns.
    private static func row(_ label: String, _ bar: String, _ figure: String) -> String {
        let start = label + "  " + bar
        return start + String(repeating: " ", count: 80 - start.count - figure.count) + figure
    }

    @Test("bars have 80 columns without a terminal, in characters of the locale")
    func bars() throws {
        let home = try StatisticsStore.shared.get().home
        let days = [
            "stepCount: sum in count", Self.row("2024-03-30", String(repeating: "█", count: 62), "1100"),
            Self.row("2024-03-31", "█████▋", "100"), Self.row("2024-04-01", "█████▋", "100"), "⋮",
            Self.row("2024-04-03", "██▉", "50"),
        ]
        #expect(try StatisticsStore.run("stepCount", "--every", "day", "--chart").lines == days)
        let hours = [
            "stepCount: sum in count", Self.row("03-30 10:00", String(repeating: "#", count: 62), "600"),
            Self.row("03-30 11:00", String(repeating: "#", count: 52), "500"),
        ]
        let line = #"LANG=C "$health" statistics stepCount --every hour --to 2024-03-30 --chart"#
        #expect(try Tool.shell(line, in: home).lines == hours)
    }

    @Test("each type has its chart: ranges with a minimum and a maximum, durations for categories")
    func kinds() throws {
        let result = try StatisticsStore.run(
            "bodyMass", "bodyTemperature", "sleepAnalysis", "--every", "day", "--chart")
        let blocks = result.output.components(separatedBy: "\n\n")
        #expect(blocks.count == 3)
        let titles = [
            "bodyMass: minimum, average and maximum in kg", "bodyTemperature: minimum, average and maximum in degC",
            "sleepAnalysis: duration",
        ]
        #expect(blocks.map { $0.split(separator: "\n").first.map(String.init) } == titles)
        #expect(blocks[0].contains("●"))
        #expect(blocks[2].contains("\n03-30 18:00 inBed       ██"))
        #expect(blocks[2].contains("\n            asleepCore  ██"))
        let bars = try StatisticsStore.run(
            "bodyTemperature", "--every", "day", "--functions", "average", "--chart"
        ).lines
        #expect(bars.count == 3)
        #expect(bars[1].hasPrefix("2024-03-30  ████") && bars[1].hasSuffix(" -10"))
        #expect(bars[2].hasPrefix("2024-03-31      ") && bars[2].hasSuffix("█   30"))
    }

    @Test("sources have bars below the merged one")
    func sources() throws {
        let lines = try StatisticsStore.run("stepCount", "--every", "year", "--by-source", "--chart").lines
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("2024 ") && lines[1].hasSuffix("1350"))
        #expect(lines[2].hasPrefix("  Ana's"))
        #expect(lines[2].hasSuffix(" 800"))
    }

    @Test("names of sources fit beside short row labels")
    func sourceNames() throws {
        let lines = try StatisticsStore.run("stepCount", "--every", "year", "--by-source", "--chart").lines
        #expect(lines[2].hasPrefix("  Ana's Apple Watch  "), "\(lines)")
    }

    @Test(
        "a chart fits the terminal",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")), arguments: [40, 80, 120])
    func terminal(_ columns: Int) throws {
        let home = try Home()
        let store = try StatisticsStore.shared.get().home.path(".local/share/openhealthkit/health.db")
        for type in ["stepCount", "bodyMass", "sleepAnalysis"] {
            let line = #""$health" statistics \#(type) --every day --chart --store "\#(store)""#
            try "stty cols \(columns); \(line)\n".write(to: home.file("line.sh"), atomically: true, encoding: .utf8)
            let result = try Tool.shell("script -qec 'sh \(home.path("line.sh"))' /dev/null", in: home)
            let widths = result.output.split(whereSeparator: \.isNewline).map { String($0).displayWidth }
            #expect(widths.count >= 4, "\(result)")
            #expect(widths.max() == columns, "\(result.output)")
        }
    }
}
