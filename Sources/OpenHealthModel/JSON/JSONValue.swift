// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value, as the store and the HTTP interface read and write it.
///
/// Foundation's parser does not preserve the order of keys and the difference between `1` and `1.0`. Metadata needs both to
/// be written exactly as it was read.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    package static func == (left: JSONValue, right: JSONValue) -> Bool { left.text == right.text }

    /// The maximum nesting depth of a document. A predicate of 64 levels has two levels of JSON for each of its own, and the
    /// document around it has a few more.
    package static let deepest = 160

    /// Returns an integer.
    package static func integer(_ number: Int) -> JSONValue { .number(String(number)) }

    /// Returns a number that is parsed to the same bits and is never an integer. JSON cannot represent numbers that are not
    /// finite, so they become strings.
    package static func double(_ number: Double) -> JSONValue {
        number.isFinite ? .number("\(number)") : .string("\(number)")
    }

    /// The value as JSON without white space.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value as JSON in UTF-8 without white space.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Creates a value from JSON, or returns `nil` if the string is not JSON.
    package init?(_ text: String) {
        var text = text
        let value = text.withUTF8 { bytes -> JSONValue? in
            var parser = JSONParser(bytes: bytes)
            return parser.document()
        }
        guard let value else { return nil }
        self = value
    }

    /// Creates a value from JSON in UTF-8, or returns `nil` if the bytes are not JSON.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        var hasTooMany = false
        self.init(utf8: bytes, maximumValues: .max, hasTooMany: &hasTooMany)
    }

    /// Creates a value from JSON in UTF-8. Returns `nil` if the bytes are not JSON, or contain too many values.
    /// - Parameter hasTooMany: Set to `true` if there are more values than `maximumValues`.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int, hasTooMany: inout Bool) {
        var parser = JSONParser(bytes: bytes, maximumValues: maximumValues)
        let value = parser.document()
        hasTooMany = parser.hasTooMany
        guard let value else { return nil }
        self = value
    }

    /// The value of a key, if the value is an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The string, if the value is one.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if the value is one or a string that ``double(_:)`` returns for a number.
    package var double: Double? {
        switch self {
        case .number(let text), .string(let text): Double(text)
        default: nil
        }
    }

    /// The elements, if the value is an array.
    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }
}
