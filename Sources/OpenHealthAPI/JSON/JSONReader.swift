// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the parts of a received JSON document, which reports the location of errors.
package struct JSONReader: Sendable {
    /// The value.
    package let value: JSONValue
    /// The location of the value: a JSON pointer (RFC 6901).
    package let pointer: String

    /// Creates a reader of a whole document.
    package init(_ value: JSONValue, pointer: String = "") {
        self.value = value
        self.pointer = pointer
    }

    /// Returns a problem with this value.
    /// - Parameter detail: The error and its remedy; it must not repeat the value.
    package func problem(_ detail: String, kind: Problem.Kind = .invalidRequest) -> Problem {
        // Keys have any length.
        let pointer = pointer.limited(to: 400)
        let place = pointer.isEmpty ? "the body" : pointer
        return Problem(kind, "\(place): \(detail)", faults: [Problem.Fault(pointer, detail)])
    }

    // MARK: - Values

    /// Whether the value is null.
    package var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// Returns the string.
    package func string() throws(Problem) -> String {
        guard case .string(let text) = value else { throw problem("Expected a string.") }
        return text
    }

    /// Returns the integer; 3.0 is also an integer.
    package func integer() throws(Problem) -> Int {
        guard case .number(let text) = value,
            let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) })
        else {
            throw problem("Expected an integer.")
        }
        return number
    }

    /// Returns the number.
    package func double() throws(Problem) -> Double {
        guard case .number(let text) = value, let number = Double(text), number.isFinite else {
            throw problem("Expected a number.")
        }
        return number
    }

    /// Returns the Boolean value.
    package func bool() throws(Problem) -> Bool {
        guard case .bool(let truth) = value else { throw problem("Expected a Boolean.") }
        return truth
    }

    /// Returns the date.
    package func date() throws(Problem) -> Date {
        guard let date = APIDate.date(try string()) else {
            throw problem(
                "Expected a date with a zone as RFC 3339 has it, such as 2026-03-14T07:30:00Z.",
                kind: .invalidArgument)
        }
        return date
    }

    /// Returns the UUID.
    package func uuid() throws(Problem) -> UUID {
        guard let uuid = UUID(uuidString: try string()) else {
            throw problem("Expected a UUID.", kind: .invalidArgument)
        }
        return uuid
    }

    /// Returns the elements.
    /// - Parameter most: The maximum number of elements.
    package func array(most: Int = .max) throws(Problem) -> [JSONReader] {
        guard case .array(let values) = value else { throw problem("Expected an array.") }
        guard values.count <= most else { throw problem("There are more than \(most) elements; send parts.") }
        return values.enumerated().map { JSONReader($0.element, pointer: "\(pointer)/\($0.offset)") }
    }

    // MARK: - Objects

    /// Returns the entries of an object.
    package func entries() throws(Problem) -> [(key: String, value: JSONReader)] {
        guard case .object(let entries) = value else { throw problem("Expected an object.") }
        return entries.map { ($0.key, reader($0.key, $0.value)) }
    }

    /// Checks that this is an object with only these keys, and without duplicates.
    package func check(keys: [String]) throws(Problem) {
        guard case .object(let entries) = value else { throw problem("Expected an object.") }
        // Each key is counted by its index in the list instead of using a set, because this is done for every object.
        var seen: UInt64 = 0
        for (key, entry) in entries {
            guard let place = keys.firstIndex(of: key), place < 64 else {
                throw reader(key, entry).problem("Unknown key. Valid keys: \(keys.joined(separator: ", ")).")
            }
            guard seen & 1 << place == 0 else { throw reader(key, entry).problem("Duplicate key.") }
            seen |= 1 << place
        }
    }

    /// Returns the value of a key, or nil if it is missing or null.
    package func optional(_ key: String) throws(Problem) -> JSONReader? {
        guard case .object(let entries) = value else { throw problem("Expected an object.") }
        guard let entry = entries.first(where: { $0.key == key }) else { return nil }
        if case .null = entry.value { return nil }
        return reader(key, entry.value)
    }

    /// Returns the value of a required key.
    package func required(_ key: String) throws(Problem) -> JSONReader {
        guard let value = try optional(key) else {
            throw reader(key, .null).problem("Missing value.")
        }
        return value
    }

    private func reader(_ key: String, _ value: JSONValue) -> JSONReader {
        JSONReader(value, pointer: pointer + "/" + Self.escaped(key))
    }

    private static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        return key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
