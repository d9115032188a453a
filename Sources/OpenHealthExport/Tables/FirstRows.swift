// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The rows with which a file begins, so that its first rows have the types of all columns.
///
/// Programs take the type of a column from the first rows: polars from 100, DuckDB from 20,480. A column whose first value comes later has
/// another type there, or none, and a text such as `9.1` is a number until `10.1.1` comes. The few rows that decide a type and come later
/// are therefore moved to the beginning; all others keep their order.
struct FirstRows: ~Copyable {
    /// The type that programs give a text.
    private enum Appearance: Int {
        case words
        case number
        case other
    }

    /// The rows that decide the type of a column. Of texts, those with a letter do, or else one like a number and one unlike it.
    private struct Deciders {
        var rows: [Int64?] = [nil, nil, nil]
        var isDecided = false
    }

    /// The number of rows from which all programs take the types.
    static let enough = 100

    private let columns: [TableColumn]
    private let isCSV: Bool
    /// Whether fields can have quotation marks. Numbers, dates and UUIDs have none.
    private let canBeQuoted: Bool
    private var deciders: [Deciders]
    /// The rows that may be moved, encoded, in their order.
    private var encoded: [(key: Int64, bytes: [UInt8])] = []
    /// The first row with a field in quotation marks.
    private var quoted: Int64?
    /// Whether no later row is moved.
    var isComplete: Bool { undecided == 0 && (!canBeQuoted || quoted != nil) }
    /// The number of columns that later rows may decide.
    private var undecided: Int
    /// The number of rows that were noted.
    private(set) var count = 0

    init(_ columns: [TableColumn], _ encoder: TableEncoder) {
        self.columns = columns
        isCSV = encoder != .ndjson
        canBeQuoted = isCSV && columns.contains { [.text, .json, .pairs, .texts].contains($0.type) }
        deciders = Array(repeating: Deciders(), count: columns.count)
        undecided = columns.count
    }

    /// Whether a column is decided.
    func isDecided(_ column: Int) -> Bool { deciders[column].isDecided }

    /// Whether any of some columns is not decided.
    func hasUndecided(_ columns: Range<Int>) -> Bool { columns.contains { !deciders[$0].isDecided } }

    /// Notes a row.
    /// - Parameter key: A number that identifies the row.
    mutating func note(_ cells: [TableCell], key: Int64, _ encoder: TableEncoder) {
        let isEarly = count < Self.enough
        count += 1
        var decides = false
        for (index, column) in columns.enumerated() where !deciders[index].isDecided {
            guard let appearance = appearance(cells[index], column) else { continue }
            if deciders[index].rows[appearance.rawValue] == nil {
                deciders[index].rows[appearance.rawValue] = key
                decides = true
            }
            if appearance == .words {
                deciders[index].isDecided = true
                undecided -= 1
            }
        }
        guard decides || (canBeQuoted && quoted == nil) else { return }
        var bytes = TableBytes(small: ())
        encoder.append(cells, columns, to: &bytes)
        // DuckDB takes the character of quotation marks from the first rows, too.
        if canBeQuoted, quoted == nil, bytes.withBytes({ $0.contains(0x22) }) {
            quoted = key
            decides = true
        }
        if decides, !isEarly { encoded.append((key, bytes.bytes)) }
    }

    /// The rows to begin with, in their order.
    var moved: [(key: Int64, bytes: [UInt8])] {
        var keys: Set<Int64> = Set([quoted].compactMap(\.self))
        for column in deciders {
            let words = column.rows[Appearance.words.rawValue]
            keys.formUnion(words.map { [$0] } ?? column.rows.compactMap(\.self))
        }
        return encoded.filter { keys.contains($0.key) }
    }

    /// Returns the appearance of a value, or nil if there is none. Values other than texts decide at once.
    private func appearance(_ cell: TableCell, _ column: TableColumn) -> Appearance? {
        switch cell {
        // A missing text is an empty one in JSON, which decides the type.
        case .null: return column.type == .text && !isCSV ? .words : nil
        case .text(let text) where column.type == .text: return appearance(text)
        case .json(.array(let values)) where !isCSV:
            let appearances = values.compactMap { $0.string ?? $0["value"]?.string }.compactMap { appearance($0) }
            return appearances.contains(.words) ? .words : appearances.first
        default: return .words
        }
    }

    /// In CSV, programs take texts that look like numbers or dates for these; in JSON, those that look like dates or UUIDs.
    private func appearance(_ text: String) -> Appearance? {
        if text.isEmpty { return isCSV ? nil : .words }
        if !isCSV, text.utf8.count == 36, UUID(uuidString: text) != nil { return .number }
        if isCSV, ["true", "false", "nan", "inf", "na", "null"].contains(text.lowercased()) { return .other }
        if text.utf8.contains(where: { $0 >= 0x80 || (Self.isLetter($0) && !"eEtTzZ".utf8.contains($0)) }) {
            return .words
        }
        if isCSV { return Double(text) == nil ? .other : .number }
        return text.utf8.contains(UInt8(ascii: "-")) || text.utf8.contains(UInt8(ascii: ":")) ? .number : .words
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
}
