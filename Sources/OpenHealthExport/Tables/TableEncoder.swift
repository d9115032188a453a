// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    /// Appends the first line, if there is one.
    func appendHeader(_ columns: [TableColumn], to bytes: inout TableBytes) {
        if self == .ndjson { return }
        bytes.append(text: columns.map(\.name).joined(separator: ",") + "\n")
    }

    /// Appends a row.
    func append(_ cells: [TableCell], _ columns: [TableColumn], to bytes: inout TableBytes) {
        begin(&bytes)
        append(cells[...], columns[...], isFirst: true, to: &bytes)
        end(&bytes)
    }

    func begin(_ bytes: inout TableBytes) {
        if self == .ndjson { bytes.append(UInt8(ascii: "{")) }
    }

    func end(_ bytes: inout TableBytes) {
        if self == .ndjson { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends consecutive values of a row.
    /// - Parameter isFirst: Whether the row begins with them.
    func append(
        _ cells: ArraySlice<TableCell>, _ columns: ArraySlice<TableColumn>, isFirst: Bool = false,
        to bytes: inout TableBytes
    ) {
        var isFirst = isFirst
        for (cell, column) in zip(cells, columns) {
            append(beginningOf: column, isFirst: isFirst, to: &bytes)
            append(cell, column, to: &bytes)
            isFirst = false
        }
    }

    /// Appends what is between the values of a row and the previous one.
    func append(beginningOf column: TableColumn, isFirst: Bool = false, to bytes: inout TableBytes) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if self == .ndjson { bytes.append(column.key) }
    }

    /// Appends a value. In JSON, a missing text is empty, and so is a missing list, since readers take the type of a column from its first
    /// rows.
    func append(_ cell: TableCell, _ column: TableColumn, to bytes: inout TableBytes) {
        switch cell {
        case .number(let number) where number.isFinite: bytes.append(number: number)
        case .integer(let number): bytes.append(integer: number)
        case .truth(let truth): bytes.append(truth ? "true" : "false")
        case .uuid(let uuid):
            if self == .ndjson { bytes.append(0x22) }
            bytes.append(uuid: uuid)
            if self == .ndjson { bytes.append(0x22) }
        case .date(let seconds):
            if self == .ndjson { bytes.append(0x22) }
            bytes.append(date: seconds)
            if self == .ndjson { bytes.append(0x22) }
        case .text(let text):
            switch self {
            case .csv: bytes.append(field: SpreadsheetText.harmless(text))
            case .rawCSV: bytes.append(field: text)
            case .ndjson: bytes.append(json: text)
            }
        case .json(let value):
            switch self {
            case .csv: bytes.append(field: SpreadsheetText.harmless(json: value.text))
            case .rawCSV: bytes.append(field: value.text)
            case .ndjson where column.type == .json: bytes.append(json: value.text)
            case .ndjson: bytes.append(value.bytes)
            }
        case .null, .number:
            guard self == .ndjson else { return }
            switch column.type {
            case .text, .uuid, .json: bytes.append("\"\"")
            case .pairs, .texts: bytes.append("[]")
            case .number, .integer, .truth, .date, .day: bytes.append("null")
            }
        }
    }
}

/// A column of a table.
struct TableColumn: Sendable {
    /// The type of all values of a column.
    enum ValueType: Sendable {
        case text
        /// A UUID, which is never missing.
        case uuid
        case number
        case integer
        case truth
        /// An instant.
        case date
        /// A civil day, as text.
        case day
        /// A JSON value of any form, as text.
        case json
        /// A list of objects with a key and a value.
        case pairs
        /// A list of texts.
        case texts
    }

    /// The name.
    let name: String
    /// The type.
    let type: ValueType
    /// The name as the key of an object, with the colon.
    let key: [UInt8]

    init(_ name: String, _ type: ValueType) {
        self.name = name
        self.type = type
        key = Array("\"\(name)\":".utf8)
    }

    static func text(_ name: String) -> TableColumn { TableColumn(name, .text) }
    static func uuid(_ name: String) -> TableColumn { TableColumn(name, .uuid) }
    static func number(_ name: String) -> TableColumn { TableColumn(name, .number) }
    static func integer(_ name: String) -> TableColumn { TableColumn(name, .integer) }
    static func truth(_ name: String) -> TableColumn { TableColumn(name, .truth) }
    static func date(_ name: String) -> TableColumn { TableColumn(name, .date) }
    static func day(_ name: String) -> TableColumn { TableColumn(name, .day) }
    static func json(_ name: String) -> TableColumn { TableColumn(name, .json) }
    static func pairs(_ name: String) -> TableColumn { TableColumn(name, .pairs) }
    static func texts(_ name: String) -> TableColumn { TableColumn(name, .texts) }
}

/// The value of a column in a row of a table.
package enum TableCell {
    case null
    case text(String)
    case uuid(UUID)
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
