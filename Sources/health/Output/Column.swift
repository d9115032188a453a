// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A column of a listing: its name, and a closure that returns the value of a row.
struct Column<Row> {
    /// The audience of a column.
    enum Audience {
        /// People and programs.
        case everyone
        /// People, in tables.
        case people
        /// Programs, in CSV and JSON.
        case programs
    }

    /// The name in CSV, JSON and tables.
    let name: String
    /// The audience.
    let audience: Audience
    /// The layout of the column in tables.
    let layout: TableColumn
    /// The value of a row.
    let cell: (Row) -> Cell

    /// Creates a column.
    /// - Parameters:
    ///   - name: The name in CSV, JSON and tables.
    ///   - audience: The audience.
    ///   - alignment: The alignment of the values in tables.
    ///   - fit: The treatment of the column in tables on a narrow terminal.
    ///   - cell: The value of a row.
    init(
        _ name: String, for audience: Audience = .everyone, alignment: TableColumn.Alignment = .left,
        fit: TableColumn.Fit = .fixed, cell: @escaping (Row) -> Cell
    ) {
        self.name = name
        self.audience = audience
        self.layout = TableColumn(title: name, alignment: alignment, fit: fit)
        self.cell = cell
    }
}
