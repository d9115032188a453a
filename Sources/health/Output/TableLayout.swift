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

    /// What may be done to a column where the terminal is too narrow.
    enum Fit {
        /// Nothing.
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
    /// What may be done to it.
    let fit: Fit
}

/// The widths of a table's columns.
struct TableLayout {
    /// The least that a column is cut to.
    private static let leastWidth = 8
    private static let gap = 2

    private let columns: [TableColumn]
    /// The width of each column; nil for one that is left out.
    private let widths: [Int?]
    private let cuts: Bool

    /// Makes a layout that fits some rows.
    /// - Parameter limit: how many columns of text the terminal has; nil for no limit.
    init(_ columns: [TableColumn], rows: [[String]], limit: Int?) {
        let natural = columns.indices.map { column in
            rows.reduce(columns[column].title.displayWidth) { max($0, $1[column].displayWidth) }
        }
        var widths: [Int?] = natural
        if let limit {
            func excess(_ widths: [Int?]) -> Int {
                let shown = widths.compactMap(\.self)
                return shown.reduce(0, +) + Self.gap * (shown.count - 1) - limit
            }
            // What does not fit even when all is cut is left out first, so that nothing is cut in vain.
            for column in columns.indices.reversed() where columns[column].fit == .droppable {
                let least = columns.indices.map { index in
                    columns[index].fit == .cuttable ? widths[index].map { min($0, Self.leastWidth) } : widths[index]
                }
                if excess(least) > 0 { widths[column] = nil }
            }
            while excess(widths) > 0 {
                let widest = columns.indices.filter { columns[$0].fit == .cuttable }
                    .max { (widths[$0] ?? 0) < (widths[$1] ?? 0) }
                guard let widest, let width = widths[widest], width > Self.leastWidth else { break }
                widths[widest] = max(Self.leastWidth, width - excess(widths))
            }
        }
        self.columns = columns
        self.widths = widths
        cuts = limit != nil
    }

    /// The headings.
    var heading: String { line(columns.map(\.title)) }

    /// A row, without white space at its end.
    func line(_ cells: [String]) -> String {
        var line = ""
        var pending = 0
        for (index, cell) in cells.enumerated() {
            guard let width = widths[index] else { continue }
            let text = cuts && columns[index].fit == .cuttable ? cell.cut(to: width) : cell
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
}
