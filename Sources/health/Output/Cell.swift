// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// One value of a listing.
enum Cell {
    /// Nothing.
    case none
    /// Text.
    case text(String)
    /// A number.
    case number(Double)
    /// A count.
    case count(Int)
    /// An instant.
    case instant(Date)
    /// Texts.
    case list([String])
    /// A UUID.
    case uuid(UUID)
    /// Anything that has an inside.
    case json(JSONValue)
    /// The same, where many rows share it.
    case shared(SharedJSON)

    /// Text, or nothing.
    static func text(_ text: String?) -> Cell { text.map(Cell.text) ?? .none }

    /// A number, or nothing.
    static func number(_ number: Double?) -> Cell { number.map(Cell.number) ?? .none }

    /// An instant, or nothing.
    static func instant(_ date: Date?) -> Cell { date.map(Cell.instant) ?? .none }

    /// The value for people.
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

    /// The value as a field of CSV, before it is quoted.
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
