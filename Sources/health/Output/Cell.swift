// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A value of a listing.
enum Cell {
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

    /// Returns a string, or no value.
    static func text(_ text: String?) -> Cell { text.map(Cell.text) ?? .none }

    /// Returns a number, or no value.
    static func number(_ number: Double?) -> Cell { number.map(Cell.number) ?? .none }

    /// Returns an instant, or no value.
    static func instant(_ date: Date?) -> Cell { date.map(Cell.instant) ?? .none }

    /// Returns the value for people.
    func text(clock: ZoneClock) -> String {
        switch self {
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
    var field: String {
        switch self {
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
    var json: JSONValue {
        switch self {
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

    /// Returns the column for rows that contain a row of this type.
    func of<Other>(_ row: @escaping (Other) -> Row) -> Column<Other> {
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
