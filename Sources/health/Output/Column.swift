// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One column of a listing: its name, and how a row's value is had.
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

    /// The name, as CSV and JSON have it and tables show it.
    let name: String
    /// The audience.
    let audience: Audience
    /// How it lies in a table.
    let layout: TableColumn
    /// The value of a row.
    let cell: (Row) -> Cell

    /// Creates a column.
    /// - Parameters:
    ///   - name: the name, as CSV and JSON have it and tables show it.
    ///   - audience: who reads it.
    ///   - alignment: the side that a table sets values to.
    ///   - fit: what a table may do to the column on a narrow terminal.
    ///   - cell: the value of a row.
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
