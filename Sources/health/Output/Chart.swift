// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine

/// A chart with one line per row: a label, the mark, and the value.
struct Chart {
    private static let gap = "  "
    /// The minimum width of the drawing beside labels.
    private static let leastDrawing = 8

    /// The title of the chart.
    let title: String
    /// The rows; `nil` where rows are omitted.
    let rows: [ChartRow?]
    /// The number of columns of the terminal.
    let width: Int
    /// The style of the chart.
    let style: ChartStyle

    /// The lines of the chart, no wider than the terminal unless it is narrower than the values.
    var lines: [String] {
        let shown = rows.compactMap(\.self)
        let figures = shown.reduce(0) { max($0, $1.figure.displayWidth) }
        let available = width - figures - 2 * Self.gap.count
        let natural = shown.reduce(style.gap.displayWidth) { max($0, $1.label.displayWidth) }
        let labels = min(natural, max(style.gap.displayWidth, available - Self.leastDrawing))
        let scale = ChartScale(shown.map(\.mark), columns: available - labels, style: style)
        return [title.cut(to: width)] + ends(scale, labels: labels, figures: figures)
            + rows.map { row in
                guard let row else { return style.gap }
                return line(row.label.cut(to: labels), scale.text(row.mark), row.figure, labels, scale.columns, figures)
            }
    }

    /// Returns a line with the values at both ends of the scale, for ranges; the scale of bars begins at zero.
    private func ends(_ scale: ChartScale, labels: Int, figures: Int) -> [String] {
        let hasRange = rows.contains { if case .range = $0?.mark { true } else { false } }
        let (low, high) = (FigureText.brief(scale.low), FigureText.brief(scale.high))
        let space = scale.columns - low.count - high.count
        guard hasRange, space > 0 else { return [] }
        return [line("", low + String(repeating: " ", count: space) + high, "", labels, scale.columns, figures)]
    }

    private func line(
        _ label: String, _ drawing: String, _ figure: String, _ labels: Int, _ columns: Int, _ figures: Int
    ) -> String {
        var line = label + Self.padding(labels - label.displayWidth) + Self.gap + drawing
        if !figure.isEmpty {
            line += Self.padding(columns - drawing.displayWidth) + Self.gap
            line += Self.padding(figures - figure.displayWidth) + figure
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func padding(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}

/// A row of a chart.
struct ChartRow: Equatable {
    /// The mark.
    enum Mark: Equatable {
        /// A bar from zero to a value.
        case bar(Double)
        /// A line between two values, with a mark on it.
        case range(low: Double, high: Double, middle: Double?)
        /// No mark, for a row without a value.
        case nothing
    }

    /// The label of the row.
    let label: String
    /// The mark.
    let mark: Mark
    /// The value as a string.
    let figure: String
}

/// The mapping of values to the columns of a chart.
struct ChartScale {
    /// The value at the left end.
    let low: Double
    /// The value at the right end.
    let high: Double
    /// The number of columns.
    let columns: Int
    private let style: ChartStyle

    /// Creates a scale for all marks: including zero for bars, and as narrow as possible for ranges.
    init(_ marks: [ChartRow.Mark], columns: Int, style: ChartStyle) {
        var low = Double.infinity
        var high = -Double.infinity
        for mark in marks {
            switch mark {
            case .bar(let value):
                low = min(low, value, 0)
                high = max(high, value, 0)
            case .range(let least, let greatest, _):
                low = min(low, least)
                high = max(high, greatest)
            case .nothing: break
            }
        }
        self.low = low.isFinite ? low : 0
        self.high = high.isFinite ? high : 0
        self.columns = max(1, columns)
        self.style = style
    }

    /// Returns a mark as a string, no wider than the columns.
    func text(_ mark: ChartRow.Mark) -> String {
        switch mark {
        case .nothing: ""
        case .bar(let value): low < 0 ? signedBar(value) : bar(value, columns: columns)
        case .range(let least, let greatest, let middle): range(least, greatest, middle)
        }
    }

    /// Returns a bar to the right; values greater than zero are always visible.
    private func bar(_ value: Double, columns: Int) -> String {
        guard value > 0, columns > 0 else { return "" }
        let eighths = (share(value) * Double(self.columns * 8)).rounded()
        return style.bar(eighths: min(max(1, Int(eighths)), columns * 8))
    }

    /// Returns a bar on the side of zero given by its sign; to the left it has no eighths, because no such characters exist.
    private func signedBar(_ value: Double) -> String {
        let zero = min(max(1, Int((share(-low) * Double(columns)).rounded())), columns)
        guard value < 0 else { return String(repeating: " ", count: zero) + bar(value, columns: columns - zero) }
        let length = min(max(1, Int((share(-value) * Double(columns)).rounded())), zero)
        return String(repeating: " ", count: zero - length) + style.bar(eighths: length * 8)
    }

    private func range(_ least: Double, _ greatest: Double, _ middle: Double?) -> String {
        let (first, last) = (column(least), column(greatest))
        var characters = Array(repeating: Character(" "), count: first)
        characters += Array(repeating: style.line, count: last - first + 1)
        if let middle { characters[min(max(first, column(middle)), last)] = style.mark }
        return String(characters)
    }

    private func column(_ value: Double) -> Int {
        min(max(0, Int((share(value - low) * Double(columns - 1)).rounded())), columns - 1)
    }

    /// Returns an amount as a fraction of the width.
    private func share(_ amount: Double) -> Double {
        // Halves prevent an overflow of the difference of two huge values.
        let width = high / 2 - low / 2
        return width > 0 ? min(max(0, amount / 2 / width), 1) : 0
    }
}

/// The characters of charts.
enum ChartStyle: Equatable {
    /// Blocks in eighths of a column.
    case blocks
    /// ASCII characters, which every terminal supports.
    case ascii

    /// Creates the style that the locale of an environment supports.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let key = locale.lowercased().filter { $0 != "-" }
        self = key.contains("utf8") ? .blocks : .ascii
    }

    /// Returns a bar with a length in eighths of a column, without trailing white space.
    func bar(eighths: Int) -> String {
        switch self {
        case .ascii: return String(repeating: "#", count: max((eighths + 4) / 8, eighths > 0 ? 1 : 0))
        case .blocks:
            let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
            return String(repeating: "█", count: eighths / 8) + rest
        }
    }

    /// The character of a range.
    var line: Character { self == .ascii ? "-" : "─" }
    /// The character of a value within a range.
    var mark: Character { self == .ascii ? "o" : "●" }
    /// The string in place of omitted rows.
    var gap: String { self == .ascii ? "..." : "⋮" }
}
