// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The form of the rows of a table.
enum TableEncoder: Sendable {
    /// Comma-separated values after RFC 4180, with the names of the columns in the first line.
    case csv
    /// The same with all texts unchanged, also those that spreadsheets evaluate.
    case rawCSV
    /// One JSON object a line.
    case ndjson

    /// The suffix of files.
    var suffix: String { self == .ndjson ? "ndjson" : "csv" }

    /// Returns the first line; empty if there is none.
    func header(_ columns: [String]) -> String {
        self == .ndjson ? "" : columns.joined(separator: ",") + "\n"
    }

    /// Appends a row.
    func append(_ cells: [TableCell], _ columns: [String], to text: inout String) {
        switch self {
        case .csv, .rawCSV:
            for (index, cell) in cells.enumerated() {
                if index > 0 { text += "," }
                appendField(cell, to: &text)
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

    private func appendField(_ cell: TableCell, to text: inout String) {
        switch cell {
        case .null: break
        case .text(let value): Self.appendQuoted(self == .csv ? SpreadsheetText.harmless(value) : value, to: &text)
        case .json(let value): Self.appendQuoted(value.text, to: &text)
        default: text += Self.plain(cell)
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

/// The value of a column in a row of a table.
package enum TableCell {
    case null
    case text(String)
    case number(Double)
    case integer(Int64)
    case truth(Bool)
    /// A date in seconds since 1970.
    case date(Double)
    case json(JSONValue)

    /// A text, or no value.
    static func optional(_ text: String?) -> TableCell { text.map(TableCell.text) ?? .null }

    /// A number, or no value for nil and numbers that are not finite.
    static func optional(_ number: Double?) -> TableCell {
        guard let number, number.isFinite else { return .null }
        return .number(number)
    }

    /// Metadata as a list of objects with a key and a value, since keys can repeat.
    static func metadata(_ pairs: [MetadataPair]) -> TableCell {
        pairs.isEmpty
            ? .null
            : .json(.array(pairs.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) }))
    }
}

/// Dates in UTC with microseconds, such as `2024-03-10T08:00:00.250000Z`, which sort as text.
enum TableDate {
    /// Returns the text of a date in seconds since 1970. Dates outside the years 1 to 9999 are those at the limits.
    static func text(_ seconds: Double) -> String {
        let clamped = min(max(seconds, -62_135_596_800), 253_402_300_799)
        var whole = Int64(clamped.rounded(.down))  // checked: clamped
        var fraction = Int64(((clamped - Double(whole)) * 1_000_000).rounded())  // checked: below one million
        if fraction == 1_000_000 {
            whole += 1
            fraction = 0
        }
        let day = (whole >= 0 ? whole : whole - 86_399) / 86_400
        let second = whole - day * 86_400
        let date = CivilDay.date(Int(day))
        return "\(pad(Int64(date.year), 4))-\(pad(Int64(date.month), 2))-\(pad(Int64(date.day), 2))T"
            + "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2)).\(pad(fraction, 6))Z"
    }

    private static func pad(_ number: Int64, _ count: Int) -> String {
        let text = "\(number)"
        return text.utf8.count >= count ? text : String(repeating: "0", count: count - text.utf8.count) + text
    }
}

/// Strings as JSON.
enum JSONText {
    /// Returns a string with its quotation marks.
    static func string(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
        return isPlain ? "\"\(text)\"" : JSONValue.string(text).text
    }
}
