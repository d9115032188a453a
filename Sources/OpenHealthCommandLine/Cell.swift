// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A value of a listing, in the forms for people and for programs.
public struct Cell {
    /// The kinds of values.
    package enum Content {
        /// No value.
        case none
        /// A string.
        case text(String)
        /// A number.
        case number(Double)
        /// A count.
        case count(Int)
        /// An instant.
        case instant(Date)
        /// A list of strings.
        case list([String])
        /// A UUID.
        case uuid(UUID)
        /// A structured value.
        case json(JSONValue)
        /// A structured value that many rows share.
        case shared(SharedJSON)
    }

    /// The value.
    package let content: Content

    /// No value.
    public static var none: Cell { Cell(content: .none) }

    /// Returns a string.
    public static func text(_ text: String) -> Cell { Cell(content: .text(text)) }

    /// Returns a string, or no value.
    public static func text(_ text: String?) -> Cell { text.map { Cell(content: .text($0)) } ?? .none }

    /// Returns a number.
    public static func number(_ number: Double) -> Cell { Cell(content: .number(number)) }

    /// Returns a number, or no value.
    public static func number(_ number: Double?) -> Cell { number.map { Cell(content: .number($0)) } ?? .none }

    /// Returns a count.
    public static func count(_ count: Int) -> Cell { Cell(content: .count(count)) }

    /// Returns an instant.
    public static func instant(_ date: Date) -> Cell { Cell(content: .instant(date)) }

    /// Returns an instant, or no value.
    public static func instant(_ date: Date?) -> Cell { date.map { Cell(content: .instant($0)) } ?? .none }

    /// Returns a list of strings.
    public static func list(_ texts: [String]) -> Cell { Cell(content: .list(texts)) }

    /// Returns a truth value: `true` or `false`.
    public static func bool(_ truth: Bool) -> Cell { .json(.bool(truth)) }

    /// Returns an object for programs, with its keys in order.
    public static func object(_ entries: [(key: String, value: Cell)]) -> Cell {
        .json(.object(entries.map { ($0.key, $0.value.json) }))
    }

    /// Returns a UUID.
    package static func uuid(_ uuid: UUID) -> Cell { Cell(content: .uuid(uuid)) }

    /// Returns a structured value.
    package static func json(_ value: JSONValue) -> Cell { Cell(content: .json(value)) }

    /// Returns a structured value that many rows share.
    package static func shared(_ value: SharedJSON) -> Cell { Cell(content: .shared(value)) }

    /// Returns the value for people.
    package func text(clock: ZoneClock) -> String {
        switch content {
        case .none: ""
        case .text(let text): text.printable
        case .number(let number): NumberText.short(number)
        case .count(let count): String(count)
        case .instant(let date): clock.text(date)
        case .list(let texts): texts.joined(separator: ", ").printable
        case .uuid(let uuid): uuid.uuidString
        case .json(let value): value.text.printable
        case .shared(let shared): shared.value.text.printable
        }
    }

    /// The value as a CSV field, without quotation marks.
    package var field: String {
        switch content {
        case .none: ""
        case .text(let text): text
        case .number(let number): NumberText.exact(number)
        case .count(let count): String(count)
        case .instant(let date): InstantText.utc(date)
        case .uuid(let uuid): uuid.uuidString
        case .list, .json, .shared: json.text
        }
    }

    /// The value in JSON.
    package var json: JSONValue {
        switch content {
        case .none: .null
        case .text(let text): .string(text)
        case .number(let number): .number(number)
        case .count(let count): .integer(count)
        case .instant(let date): .string(InstantText.utc(date))
        case .list(let texts): .array(texts.map(JSONValue.string))
        case .uuid(let uuid): .string(uuid.uuidString)
        case .json(let value): value
        case .shared(let shared): shared.value
        }
    }
}

/// A column of a listing: its name, and a closure that returns the value of a row.
public struct Column<Row> {
    /// The audience of a column.
    public enum Audience {
        /// People and programs.
        case everyone
        /// People, in tables.
        case people
        /// Programs, in CSV and JSON.
        case programs
    }

    /// The name in CSV, JSON and tables.
    package let name: String
    /// The audience.
    package let audience: Audience
    /// The layout of the column in tables.
    package let layout: TableColumn
    /// The value of a row.
    package let cell: (Row) -> Cell

    /// Creates a column.
    /// - Parameters:
    ///   - name: The name in CSV, JSON and tables.
    ///   - audience: The audience.
    ///   - alignment: The alignment of the values in tables.
    ///   - fit: The treatment of the column in tables on a narrow terminal.
    ///   - cell: The value of a row.
    public init(
        _ name: String, for audience: Audience = .everyone, alignment: TableColumn.Alignment = .left,
        fit: TableColumn.Fit = .fixed, cell: @escaping (Row) -> Cell
    ) {
        self.name = name
        self.audience = audience
        self.layout = TableColumn(title: name, alignment: alignment, fit: fit)
        self.cell = cell
    }

    /// Returns the column for rows that contain a row of this type.
    package func of<Other>(_ row: @escaping (Other) -> Row) -> Column<Other> {
        let audience: Column<Other>.Audience =
            switch audience {
            case .everyone: .everyone
            case .people: .people
            case .programs: .programs
            }
        return Column<Other>(name, audience: audience, layout: layout) { cell(row($0)) }
    }

    private init(_ name: String, audience: Audience, layout: TableColumn, cell: @escaping (Row) -> Cell) {
        self.name = name
        self.audience = audience
        self.layout = layout
        self.cell = cell
    }
}
