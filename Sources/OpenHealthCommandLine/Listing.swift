// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A listing that prints rows in an output format as they are added.
public final class Listing<Row> {
    private let columns: [Column<Row>]
    /// The closures of the columns, which return the values of a row.
    private let cells: [(Row) -> Cell]
    /// The names of the columns as JSON keys, with the preceding comma.
    private let keys: [[UInt8]]
    private let format: ListingFormat
    private let raw: Bool
    private let clock: ZoneClock
    private let output: Output
    private let nothing: String
    private var count = 0
    private var waiting: [[String]] = []
    private var layout: TableLayout?

    /// The number of rows from which the widths of columns are determined.
    private static var sampleSize: Int { 1000 }

    /// Creates a listing.
    /// - Parameters:
    ///   - columns: The columns, in order.
    ///   - format: The output format.
    ///   - raw: Whether texts that spreadsheets evaluate stay as they are in CSV.
    ///   - clock: The clock that formats instants in tables.
    ///   - output: The output of the rows.
    ///   - nothing: The text printed for a table without rows, such as `no workouts`.
    public init(
        _ columns: [Column<Row>], format: ListingFormat, raw: Bool, clock: ZoneClock, output: Output, nothing: String
    ) {
        let other: Column<Row>.Audience = format == .table ? .programs : .people
        self.columns = columns.filter { $0.audience != other }
        cells = self.columns.map(\.cell)
        keys = self.columns.enumerated().map { place, column in
            var key = ByteText()
            if place > 0 { key.add("," as Unicode.Scalar) }
            key.addString(column.name)
            key.add(":" as Unicode.Scalar)
            return key.bytes
        }
        self.format = format
        self.raw = raw
        self.clock = clock
        self.output = output
        self.nothing = nothing
    }

    /// Whether no row has been added yet.
    package var isEmpty: Bool { count == 0 }

    /// Prints a row.
    public func add(_ row: Row) throws {
        defer { count += 1 }
        switch format {
        case .table:
            let texts = columns.map { $0.cell(row).text(clock: clock) }
            if let layout {
                try output.line(layout.line(texts))
            } else {
                waiting.append(texts)
                if waiting.count >= Self.sampleSize { try startTable() }
            }
        case .csv:
            if count == 0 { try output.write(CSVText.line(columns.map(\.name), raw: raw)) }
            try output.write { bytes in
                for place in cells.indices {
                    if place > 0 { bytes.add("," as Unicode.Scalar) }
                    cells[place](row).writeField(to: &bytes, raw: raw)
                }
                bytes.add("\n" as Unicode.Scalar)
            }
        case .json:
            try output.write(count == 0 ? "[\n" : ",\n")
            try output.write { writeObject(row, to: &$0) }
        case .ndjson:
            try output.write { bytes in
                writeObject(row, to: &bytes)
                bytes.add("\n" as Unicode.Scalar)
            }
        }
    }

    /// Prints the remaining rows.
    public func end() throws {
        switch format {
        case .table:
            if count == 0 {
                try output.line(nothing)
            } else if layout == nil {
                try startTable()
            }
        case .csv:
            if count == 0 { try output.write(CSVText.line(columns.map(\.name), raw: raw)) }
        case .json:
            try output.line(count == 0 ? "[]" : "\n]")
        case .ndjson:
            break
        }
        try output.flush()
    }

    private func startTable() throws {
        let layout = TableLayout(columns.map(\.layout), rows: waiting, limit: output.terminalWidth)
        self.layout = layout
        try output.line(layout.heading)
        for row in waiting { try output.line(layout.line(row)) }
        waiting = []
    }

    private func writeObject(_ row: Row, to bytes: inout ByteText) {
        bytes.add("{" as Unicode.Scalar)
        for place in cells.indices {
            bytes.add(keys[place])
            cells[place](row).writeJSON(to: &bytes)
        }
        bytes.add("}" as Unicode.Scalar)
    }
}
