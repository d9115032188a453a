// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The form of the rows of a table.
enum TableEncoder: Sendable {
    /// Comma-separated values after RFC 4180, with the names of the columns in the first line.
    case csv
    /// One JSON object a line.
    case ndjson

    /// The suffix of files.
    var suffix: String { self == .csv ? "csv" : "ndjson" }

    /// Returns the first line; empty if there is none.
    func header(_ columns: [String]) -> String {
        self == .csv ? columns.joined(separator: ",") + "\n" : ""
    }

    /// Appends a row.
    func append(_ cells: [TableCell], _ columns: [String], to text: inout String) {
        switch self {
        case .csv:
            for (index, cell) in cells.enumerated() {
                if index > 0 { text += "," }
                Self.appendField(cell, to: &text)
            }
            text += "\n"
        case .ndjson:
            text += "{"
            for (index, cell) in cells.enumerated() {
                text += index > 0 ? ",\"" : "\""
                text += columns[index]
                text += "\":"
                Self.appendJSON(cell, to: &text)
            }
            text += "}\n"
        }
    }

    private static func appendField(_ cell: TableCell, to text: inout String) {
        switch cell {
        case .null: break
        case .text(let value): appendQuoted(value, to: &text)
        case .json(let value): appendQuoted(value.text, to: &text)
        default: text += plain(cell)
        }
    }

    private static func appendQuoted(_ value: String, to text: inout String) {
        let needsQuotes = value.isEmpty || value.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        if !needsQuotes {
            text += value
            return
        }
        text += "\""
        text += value.utf8.contains(0x22) ? value.replacing("\"", with: "\"\"") : value
        text += "\""
    }

    private static func appendJSON(_ cell: TableCell, to text: inout String) {
        switch cell {
        case .null: text += "null"
        case .text(let value): text += JSONText.string(value)
        case .json(let value): text += value.text
        case .date: text += "\"\(plain(cell))\""
        default: text += plain(cell)
        }
    }

    private static func plain(_ cell: TableCell) -> String {
        switch cell {
        case .number(let number): PlainNumber.text(number)
        case .integer(let number): "\(number)"
        case .truth(let truth): truth ? "true" : "false"
        case .date(let seconds): TableDate.text(seconds)
        case .null, .text, .json: ""
        }
    }
}
