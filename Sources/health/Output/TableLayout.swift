// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// How one column lies in a table.
struct TableColumn {
    /// The side that values are set to.
    enum Alignment {
        /// Texts.
        case left
        /// Numbers.
        case right
    }

    /// The treatment of a column if the terminal is too narrow.
    enum Fit {
        /// Nothing: numbers, and names that are typed into commands. Where they do not fit, the row goes on in the next line.
        case fixed
        /// Its values may be cut.
        case cuttable
        /// It may be left out.
        case droppable
    }

    /// The heading.
    let title: String
    /// The side that values are set to.
    let alignment: Alignment
    /// The treatment if the terminal is too narrow.
    let fit: Fit
}

/// The widths of a table's columns.
///
/// In a terminal that is too narrow, columns are left out first, then cut. Where that is not enough nothing is cut, and
/// rows go on in indented lines.
struct TableLayout {
    /// The least that a column is cut to.
    private static let leastWidth = 8
    private static let gap = 2
    /// The indent of the lines that a row goes on in.
    private static let indent = 4

    private let columns: [TableColumn]
    /// The width of each column; nil for one that is left out.
    private let widths: [Int?]
    /// The columns of each line of a row.
    private let lines: [[Int]]
    private let cuts: Bool

    /// Creates a layout for some rows.
    /// - Parameter limit: the number of columns of the terminal; nil for no limit.
    init(_ columns: [TableColumn], rows: [[String]], limit: Int?) {
        let natural = columns.indices.map { column in
            rows.reduce(columns[column].title.displayWidth) { max($0, $1[column].displayWidth) }
        }
        let widths = limit.map { Self.widths(of: columns, natural: natural, limit: $0) } ?? natural
        self.columns = columns
        self.widths = widths
        lines = Self.lines(widths, limit: limit)
        cuts = limit != nil
    }

    /// The headings.
    var heading: String { line(columns.map(\.title)) }

    /// A row, without white space at the end of its lines. It has several lines where the terminal is too narrow.
    func line(_ cells: [String]) -> String {
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
        // What does not fit even when all is cut is left out first, so that nothing is cut in vain.
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

    /// The columns of each line: as many as fit, in their order.
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
