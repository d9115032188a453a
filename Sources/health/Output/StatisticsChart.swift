// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthStore

/// The statistics of a type as a chart.
struct StatisticsChart {
    /// The name of the type.
    let name: String
    /// The unit of the values; `nil` for a category.
    let unit: String?
    /// The requested functions.
    let functions: Set<StatisticsFunction>
    /// The rows.
    let lines: [StatisticsLine]

    /// Returns the chart.
    func chart(width: Int, style: ChartStyle) -> Chart {
        Chart(title: title, rows: rows(width: width), width: width, style: style)
    }

    /// Whether the chart shows the range from minimum to maximum.
    private var isRange: Bool { functions.isSuperset(of: [.minimum, .maximum]) }

    /// The function of the bars: the first requested function.
    private var barFunction: StatisticsFunction {
        StatisticsFunction.allCases.first(where: functions.contains) ?? .count
    }

    private var title: String {
        var title = name + ": "
        if isRange {
            title += functions.contains(.average) ? "minimum, average and maximum" : "minimum and maximum"
        } else {
            title += barFunction == .mostRecent ? "most recent" : barFunction.rawValue
        }
        let hasUnit = isRange || (barFunction != .duration && barFunction != .count)
        if hasUnit, let unit { title += " in \(unit)" }
        return title.printable
    }

    /// Returns the rows, with `nil` for gaps between them.
    private func rows(width: Int) -> [ChartRow?] {
        let labels = lines.reduce(0) { max($0, $1.notedLabel?.displayWidth ?? 0) }
        let names = max(8, labels, width / 4)
        var rows: [ChartRow?] = []
        var previous: StatisticsLine?
        for line in lines {
            if let previous, line.start > previous.end { rows.append(nil) }
            let shown = line.shown(in: unit)
            rows.append(
                ChartRow(
                    label: label(line, below: previous, width: labels, names: names), mark: mark(shown),
                    figure: figure(shown)))
            previous = line
        }
        return rows
    }

    private func label(_ line: StatisticsLine, below previous: StatisticsLine?, width: Int, names: Int) -> String {
        if let source = line.source { return "  " + source.name.printable.cut(to: names) }
        guard let value = line.value else { return line.notedLabel ?? "" }
        let isSame = previous?.start == line.start
        return (isSame ? String(repeating: " ", count: width) : line.notedLabel ?? "") + " " + value.printable
    }

    private func mark(_ line: StatisticsLine) -> ChartRow.Mark {
        if isRange, let low = line[.minimum], let high = line[.maximum] {
            return .range(low: low, high: high, middle: line[.average])
        }
        return line[isRange ? .average : barFunction].map(ChartRow.Mark.bar) ?? .nothing
    }

    private func figure(_ line: StatisticsLine) -> String {
        if isRange {
            let values = [line[.minimum], line[.average], line[.maximum]].compactMap(\.self)
            return values.map(FigureText.brief).joined(separator: " ")
        }
        guard let value = line[barFunction] else { return "" }
        switch barFunction {
        case .duration: return NumberText.duration(value)
        case .count: return NumberText.exact(value)
        default: return FigureText.brief(value)
        }
    }
}
