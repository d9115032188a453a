// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Charts")
struct ChartTests {
    private static let days: [ChartRow?] = [
        ChartRow(label: "2024-03-10", mark: .bar(800), figure: "800"),
        ChartRow(label: "2024-03-11", mark: .bar(425), figure: "425"), nil,
        ChartRow(label: "2024-03-14", mark: .bar(1), figure: "1"),
        ChartRow(label: "2024-03-15", mark: .bar(0), figure: "0"),
        ChartRow(label: "2024-03-16", mark: .nothing, figure: ""),
    ]

    @Test("bars in eighths whose length is the value, with a mark where rows are left out")
    func bars() {
        let chart = Chart(title: "stepCount: sum in count", rows: Self.days, width: 27, style: .blocks)
        #expect(
            chart.lines == [
                "stepCount: sum in count",
                "2024-03-10  ██████████  800",
                "2024-03-11  █████▍      425",
                "⋮",
                "2024-03-14  ▏             1",
                "2024-03-15                0",
                "2024-03-16",
            ])
    }

    @Test("bars without block characters")
    func plainBars() {
        let chart = Chart(title: "stepCount: sum in count", rows: Self.days, width: 27, style: .ascii)
        #expect(
            chart.lines == [
                "stepCount: sum in count",
                "2024-03-10  ##########  800",
                "2024-03-11  #####       425",
                "...",
                "2024-03-14  #             1",
                "2024-03-15                0",
                "2024-03-16",
            ])
        #expect(chart.lines.joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("bars below zero extend to the left")
    func negative() {
        let rows: [ChartRow?] = [
            ChartRow(label: "a", mark: .bar(-2), figure: "-2"), ChartRow(label: "b", mark: .bar(8), figure: "8"),
            ChartRow(label: "c", mark: .bar(-0.01), figure: "-0.01"), ChartRow(label: "d", mark: .bar(0), figure: "0"),
        ]
        let chart = Chart(title: "t", rows: rows, width: 20, style: .blocks)
        #expect(
            chart.lines.dropFirst() == [
                "a  ██             -2",
                "b    ████████      8",
                "c   █          -0.01",
                "d                  0",
            ])
    }

    @Test("ranges with the average marked, between the smallest and the largest value")
    func ranges() {
        let rows: [ChartRow?] = [
            ChartRow(label: "2024-03", mark: .range(low: 50, high: 150, middle: 70), figure: "50 70 150"),
            ChartRow(label: "2024-04", mark: .range(low: 60, high: 60, middle: nil), figure: "60 60"),
            ChartRow(label: "2024-05", mark: .range(low: 100, high: 150, middle: 150), figure: "100 150 150"),
        ]
        #expect(
            Chart(title: "t", rows: rows, width: 33, style: .blocks).lines == [
                "t",
                "         50      150",
                "2024-03  ──●────────    50 70 150",
                "2024-04   ─                 60 60",
                "2024-05       ─────●  100 150 150",
            ])
        #expect(
            Chart(title: "t", rows: rows, width: 33, style: .ascii).lines.dropFirst(2).first
                == "2024-03  --o--------    50 70 150")
    }

    @Test("no line is wider than the terminal", arguments: [24, 40, 80, 120, 500])
    func width(_ width: Int) {
        let values = [-1e300, -5, -1e-300, 0, 1e-300, 0.5, 3, 1e9, 1e300]
        for style in [ChartStyle.blocks, .ascii] {
            for low in values {
                for high in values where high >= low {
                    let marks: [ChartRow.Mark] = [
                        .bar(low), .bar(high), .nothing, .range(low: low, high: high, middle: (low / 2 + high / 2)),
                    ]
                    let rows = marks.map { ChartRow(label: "2024-03-09 18:00 体重計の名前", mark: $0, figure: "12345") }
                    for line in Chart(title: "a title of some length", rows: rows, width: width, style: style).lines {
                        #expect(line.displayWidth <= width, "\(low) \(high): \(line)")
                    }
                }
            }
        }
    }

    @Test("thousands of rows, and none")
    func many() {
        let rows = (1...5000).map { ChartRow(label: "\($0)", mark: .bar(Double($0)), figure: "\($0)") }
        let chart = Chart(title: "t", rows: rows, width: 80, style: .blocks)
        #expect(chart.lines.count == 5001)
        #expect(chart.lines.last?.displayWidth == 80)
        #expect(Chart(title: "t", rows: [], width: 80, style: .blocks).lines == ["t"])
    }

    @Test("a bar grows with its value in eighths")
    func monotonous() {
        var previous = 0
        let scale = ChartScale([.bar(1000)], columns: 20, style: .blocks)
        for value in 0...1000 {
            let text = scale.text(.bar(Double(value)))
            let eighths = text.unicodeScalars.reduce(0) { $0 + 0x2590 - Int($1.value) }
            #expect(eighths >= previous && eighths <= previous + 1)
            #expect(abs(Double(eighths) - Double(value) * 0.16) <= (value < 10 ? 1 : 0.5))
            previous = eighths
        }
        #expect(previous == 160)
    }

    @Test("block characters only where the locale has them")
    func locales() {
        let blocks = [["LANG": "C.UTF-8"], ["LC_ALL": "de_DE.utf8", "LANG": "C"], ["LC_CTYPE": "en_US.UTF-8"]]
        let plain = [[:], ["LANG": "C"], ["LC_ALL": "C", "LANG": "C.UTF-8"], ["LANG": "de_DE.ISO-8859-1"]]
        for environment in blocks { #expect(ChartStyle(environment: environment) == .blocks) }
        for environment in plain { #expect(ChartStyle(environment: environment) == .ascii) }
        #expect(ChartStyle(environment: ["LC_ALL": "", "LANG": "C.UTF-8"]) == .blocks)
    }
}
