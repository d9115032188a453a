// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The layout of a table column.
public struct TableColumn {
    /// The alignment of the values.
    public enum Alignment {
        /// Left, for strings.
        case left
        /// Right, for numbers.
        case right
    }

    /// The treatment of a column if the terminal is too narrow.
    public enum Fit {
        /// The column keeps its width, for numbers and for names that are typed into commands. If it does not fit, the row
        /// continues on the next line.
        case fixed
        /// The values can be truncated.
        case cuttable
        /// The column can be omitted.
        case droppable
    }

    /// The heading.
    package let title: String
    /// The alignment of the values.
    package var alignment: Alignment
    /// The treatment if the terminal is too narrow.
    package var fit: Fit

    /// Creates a column; see the properties.
    package init(title: String, alignment: Alignment = .left, fit: Fit = .fixed) {
        self.title = title
        self.alignment = alignment
        self.fit = fit
    }
}

/// The widths of a table's columns.
///
/// On a terminal that is too narrow, columns are omitted first, then truncated. If that is not enough, nothing is truncated, and
/// rows continue on indented lines.
package struct TableLayout {
    /// The minimum width of a truncated column.
    private static let leastWidth = 8
    private static let gap = 2
    /// The indentation of the continuation lines of a row.
    private static let indent = 4

    private let columns: [TableColumn]
    /// The width of each column; `nil` for an omitted column.
    private let widths: [Int?]
    /// The columns of each line of a row.
    private let lines: [[Int]]
    private let cuts: Bool

    /// Creates a layout for rows.
    /// - Parameter limit: The number of columns of the terminal; `nil` for no limit.
    package init(_ columns: [TableColumn], rows: [[String]], limit: Int?) {
        let natural = columns.indices.map { column in
            rows.reduce(columns[column].title.displayWidth) { max($0, $1[column].displayWidth) }
        }
        let widths = limit.map { Self.widths(of: columns, natural: natural, limit: $0) } ?? natural
        self.columns = columns
        self.widths = widths
        lines = Self.lines(widths, limit: limit)
        cuts = limit != nil
    }

    /// The line with the headings.
    package var heading: String { line(columns.map(\.title)) }

    /// Returns a row without trailing white space. It has several lines if the terminal is too narrow.
    package func line(_ cells: [String]) -> String {
        let texts = lines.map { line(of: $0, in: cells) }
        let continued = texts.dropFirst().filter { !$0.isEmpty }.map { String(repeating: " ", count: Self.indent) + $0 }
        return ([texts.first ?? ""] + continued).joined(separator: "\n")
    }

    private func line(of shown: [Int], in cells: [String]) -> String {
        var line = ""
        var pending = 0
        for index in shown {
            guard let width = widths[index] else { continue }
            let text = cuts && columns[index].fit == .cuttable ? cells[index].cut(to: width) : cells[index]
            let padding = max(0, width - text.displayWidth)
            let isRight = columns[index].alignment == .right
            if !text.isEmpty {
                line += String(repeating: " ", count: pending + (isRight ? padding : 0)) + text
                pending = isRight ? 0 : padding
            } else {
                pending += width
            }
            pending += Self.gap
        }
        return line
    }

    private static func widths(of columns: [TableColumn], natural: [Int], limit: Int) -> [Int?] {
        var widths: [Int?] = natural
        func excess(_ widths: [Int?]) -> Int {
            let shown = widths.compactMap(\.self)
            return shown.reduce(0, +) + gap * (shown.count - 1) - limit
        }
        func least(_ widths: [Int?]) -> [Int?] {
            columns.indices.map { index in
                columns[index].fit == .cuttable ? widths[index].map { min($0, leastWidth) } : widths[index]
            }
        }
        // Columns that do not fit even after truncation are omitted first, so that nothing is truncated without need.
        for column in columns.indices.reversed() where columns[column].fit == .droppable {
            if excess(least(widths)) > 0 { widths[column] = nil }
        }
        guard excess(least(widths)) <= 0 else {
            let whole = max(leastWidth, limit - indent)
            return columns.indices.map { index in
                columns[index].fit == .cuttable ? widths[index].map { min($0, whole) } : widths[index]
            }
        }
        while excess(widths) > 0 {
            let widest = columns.indices.filter { columns[$0].fit == .cuttable }
                .max { (widths[$0] ?? 0) < (widths[$1] ?? 0) }
            guard let widest, let width = widths[widest], width > leastWidth else { break }
            widths[widest] = max(leastWidth, width - excess(widths))
        }
        return widths
    }

    /// Returns the columns of each line: as many as fit, in order.
    private static func lines(_ widths: [Int?], limit: Int?) -> [[Int]] {
        var lines: [[Int]] = [[]]
        var used = 0
        for (index, width) in widths.enumerated() {
            guard let width else { continue }
            let isFirst = lines[lines.count - 1].isEmpty
            if let limit, !isFirst, used + gap + width > limit {
                lines.append([index])
                used = indent + width
            } else {
                lines[lines.count - 1].append(index)
                used += (isFirst ? 0 : gap) + width
            }
        }
        return lines
    }
}
