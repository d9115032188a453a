// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A table read from a CSV file (RFC 4180) whose first row names the columns.
struct CSVTable {
    /// A row, with its table and line for errors.
    struct Row {
        let table: String
        let line: Int
        let values: [String: String]

        /// The value in a column.
        func callAsFunction(_ column: String) throws -> String {
            guard let value = values[column] else {
                throw GeneratorError(place: table, reason: "there is no column \"\(column)\"; see Data/README.md")
            }
            return value
        }

        /// The value in a column that may not be empty.
        func required(_ column: String) throws -> String {
            let value = try self(column)
            if value.isEmpty { throw fault("the column \"\(column)\" is empty; fill it in") }
            return value
        }

        func fault(_ reason: String) -> GeneratorError {
            GeneratorError(place: "\(table):\(line)", reason: reason)
        }
    }

    let rows: [Row]

    init(contentsOf url: URL) throws {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw GeneratorError(place: url.path, reason: "cannot be read as UTF-8 text; check the path")
        }
        try self.init(text: text, name: url.lastPathComponent)
    }

    init(text: String, name: String) throws {
        var records = try Self.records(in: text, name: name)[...]
        guard let header = records.popFirst()?.fields else {
            throw GeneratorError(place: name, reason: "is empty; it needs a row with the names of the columns")
        }
        rows = try records.map { record in
            guard record.fields.count == header.count else {
                throw GeneratorError(
                    place: "\(name):\(record.line)",
                    reason: "has \(record.fields.count) fields where the header has \(header.count); check its commas")
            }
            return Row(
                table: name, line: record.line,
                values: Dictionary(zip(header, record.fields)) { first, _ in first })
        }
    }

    private static func records(in text: String, name: String) throws -> [(line: Int, fields: [String])] {
        var records: [(line: Int, fields: [String])] = []
        var fields: [String] = []
        var field = ""
        var quoted = false
        var line = 1
        var firstLine = 1
        var rest = text.unicodeScalars[...]
        func endRecord() {
            fields.append(field)
            field = ""
            if fields != [""] { records.append((firstLine, fields)) }
            fields = []
        }
        while let scalar = rest.popFirst() {
            if scalar == "\n" { line += 1 }
            switch scalar {
            case "\"" where quoted && rest.first == "\"":
                rest.removeFirst()
                field.append("\"")
            case "\"":
                quoted.toggle()
            case "," where !quoted:
                fields.append(field)
                field = ""
            case "\r" where !quoted:
                break
            case "\n" where !quoted:
                endRecord()
                firstLine = line
            default:
                field.unicodeScalars.append(scalar)
            }
        }
        if quoted {
            throw GeneratorError(place: "\(name):\(firstLine)", reason: "a quotation mark is never closed; close it")
        }
        endRecord()
        return records
    }
}

/// An error in a table: its place and its remedy.
public struct GeneratorError: Error, CustomStringConvertible, Sendable {
    /// The table, and the line where one can be named.
    public let place: String
    /// The problem and its remedy.
    public let reason: String

    /// The place and the reason in one line.
    public var description: String { "\(place): \(reason)" }
}
