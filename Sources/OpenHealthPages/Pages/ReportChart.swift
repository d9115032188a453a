// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The geometry of a small chart of a report, as values for its template.
struct ReportChart {
    /// A line of a chart.
    struct Line {
        /// The position of each value, from 0 to 1, and the value, in order.
        var points: [(place: Double, value: Double)]
        /// Whether the line is dashed, so that two lines differ on paper without colours.
        var isDashed = false
    }

    /// The lines.
    var lines: [Line]
    /// Whether the values are bars from zero instead of a line.
    var isBars = false
    /// The number of bars that would fit beside each other.
    var count = 1
    /// The labels below the axis: positions from 0 to 1, and texts.
    var dates: [(place: Double, text: String)]
    /// The lines across the chart: a value and a text each, such as an average or a bound.
    var references: [(value: Double, text: String)] = []
    /// Formats a value at the axis.
    var format: (Double) -> String

    private static let (width, height) = (680.0, 170.0)
    private static let (left, right, top, bottom) = (56.0, 8.0, 8.0, 22.0)

    /// The values for the template; nil if there are fewer than two points.
    var values: [String: Any]? {
        let points = lines.flatMap(\.points).map(\.value).filter(\.isFinite)
        let all = points + references.map(\.value).filter(\.isFinite)
        guard points.count >= 2, var low = all.min(), var high = all.max() else { return nil }
        if isBars { low = min(low, 0) }
        let ticks = Self.ticks(from: low, to: high)
        low = min(low, ticks.first ?? low)
        high = max(high, ticks.last ?? high)
        let (span, wide) = (high > low ? high - low : 1, Self.width - Self.left - Self.right)
        func x(_ place: Double) -> Double { Self.left + place * wide }
        func y(_ value: Double) -> Double {
            Self.top + (high - value) / span * (Self.height - Self.top - Self.bottom)
        }
        var values: [String: Any] = [
            "width": Self.text(Self.width), "height": Self.text(Self.height),
            "left": Self.text(Self.left), "end": Self.text(Self.width - Self.right),
            "base": Self.text(Self.height - 6),
            "ticks": ticks.map {
                [
                    "y": Self.text(y($0)), "labelY": Self.text(y($0) + 3.5), "label": format($0),
                    "x": Self.text(Self.left - 6),
                ]
            },
            "references": references.filter { $0.value.isFinite }.map {
                ["y": Self.text(y($0.value)), "labelY": Self.text(y($0.value) - 3), "label": $0.text]
            },
            "dates": dates.map { ["x": Self.text(x($0.place)), "label": $0.text] },
        ]
        if isBars {
            let bar = max(0.8, wide / Double(max(count, 1)) * 0.7)
            values["bars"] = (lines.first?.points ?? []).map { point in
                [
                    "x": Self.text(x(point.place) - bar / 2), "y": Self.text(y(point.value)), "width": Self.text(bar),
                    "height": Self.text(max(0, y(max(low, 0)) - y(point.value))),
                ]
            }
        } else {
            values["lines"] = lines.map { line -> [String: Any] in
                [
                    "points": line.points.map { "\(Self.text(x($0.place))),\(Self.text(y($0.value)))" }
                        .joined(separator: " "),
                    "isDashed": line.isDashed,
                    "dots": line.points.count > 60
                        ? [] : line.points.map { ["x": Self.text(x($0.place)), "y": Self.text(y($0.value))] },
                ]
            }
        }
        return values
    }

    /// Returns round values that cover a range: up to six.
    static func ticks(from low: Double, to high: Double) -> [Double] {
        guard low.isFinite, high.isFinite else { return [] }
        let span = high > low ? high - low : max(high.magnitude * 0.1, 1)
        let size = pow(10, (log10(span / 4)).rounded(.down))
        let step = [1, 2, 2.5, 5, 10].map { $0 * size }.first { span / $0 <= 4 } ?? size * 10
        let (first, last) = ((low / step).rounded(.down), (high / step).rounded(.up))
        guard last - first < 20 else { return [low, high] }
        return stride(from: first, through: max(last, first + 1), by: 1).map { $0 * step }
    }

    /// Returns a coordinate with one decimal.
    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
}
