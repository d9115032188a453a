// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
