// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A chart of days as lines of text, with a dashed line at the average.
struct DayChart {
    enum Style {
        /// Bars from zero to the value.
        case bars

        /// A mark at the value, between the minimum and the maximum.
        case points
    }

    let style: Style
    let fractionLength: Int
    private let values: [Double?]
    private let average: Double
    private let bottom: Double
    private let top: Double

    private static let height = 8
    private static let bars = Array(" ▁▂▃▄▅▆▇█")

    /// - Parameter metrics: The values, of which there is at least one.
    init(_ metrics: [HealthMetric], of days: [Date], _ style: Style, fractionLength: Int) {
        self.style = style
        self.fractionLength = fractionLength
        let byDay = Dictionary(metrics.map { ($0.date, $0.value) }) { _, last in last }
        values = days.map { byDay[$0] }
        let known = metrics.map(\.value)
        average = known.average
        top = known.max() ?? 0
        bottom = style == .bars ? 0 : known.min() ?? 0
    }

    var lines: [String] {
        let labels = [top, bottom].map { $0.formatted(.number.precision(.fractionLength(fractionLength))) }
        let width = max(8, labels[0].count, labels[1].count)
        return (0..<Self.height).reversed().map { row in
            let label = row == Self.height - 1 ? labels[0] : row == 0 ? labels[1] : row == averageRow ? "average" : ""
            let line = values.map { cell($0, row) }.joined(separator: row == averageRow ? "╌" : " ")
            let text = String(repeating: " ", count: width - label.count) + label + " │" + line
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    private var averageRow: Int { self.row(of: average) }

    private func row(of value: Double) -> Int {
        top > bottom ? min(Self.height - 1, Int((value - bottom) / (top - bottom) * Double(Self.height))) : 0
    }

    private func cell(_ value: Double?, _ row: Int) -> String {
        let background = row == averageRow ? "╌" : " "
        guard let value else { return background }
        switch style {
        case .points:
            return self.row(of: value) == row ? "●" : background
        case .bars:
            let eighths = Int((value / top * Double(Self.height * 8)).rounded()) - row * 8
            return eighths > 0 ? String(Self.bars[min(8, eighths)]) : background
        }
    }
}
