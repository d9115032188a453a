// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON as the store writes it.
///
/// Foundation's reader gives up the order of keys and the difference between `1` and `1.0`; metadata needs both, so
/// that what comes out is what went in.
indirect enum JSONValue: Equatable {
    case null
    case bool(Bool)
    /// A number, as written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    static func == (left: JSONValue, right: JSONValue) -> Bool { left.text == right.text }

    /// A whole number.
    static func integer(_ number: Int) -> JSONValue { .number(String(number)) }

    /// A number that reads back as the same bits, and never as a whole number. JSON has no word for what is not finite,
    /// so that becomes text.
    static func double(_ number: Double) -> JSONValue {
        number.isFinite ? .number("\(number)") : .string("\(number)")
    }

    /// The value as JSON, without white space.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let truth): truth ? "true" : "false"
        case .number(let number): number
        case .string(let string): MetadataJSON.string(string)
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let entries):
            "{" + entries.map { "\(MetadataJSON.string($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    /// Reads JSON, or gives nil where the text is none.
    init?(_ text: String) {
        var text = text
        let value = text.withUTF8 { bytes -> JSONValue? in
            var parser = JSONParser(bytes: bytes)
            return parser.document()
        }
        guard let value else { return nil }
        self = value
    }

    /// The value of a key of an object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The text, where it is one.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, where it is one, or text that ``double(_:)`` wrote for one.
    var double: Double? {
        switch self {
        case .number(let text), .string(let text): Double(text)
        default: nil
        }
    }

    /// The elements, where it is an array.
    var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }
}
