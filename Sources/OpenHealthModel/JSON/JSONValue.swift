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
    /// - Parameters:
    ///   - hasTooMany: Set to `true` if there are more values than `maximumValues`.
    package init?(
        utf8 bytes: UnsafeBufferPointer<UInt8>, maximumValues: Int, leniency: JSONLeniency = .none,
        hasTooMany: inout Bool
    ) {
        var parser = JSONParser(bytes: bytes, maximumValues: maximumValues, leniency: leniency)
        let value = parser.document()
        hasTooMany = parser.hasTooMany
        guard let value else { return nil }
        self = value
    }

    /// The value of a key, if the value is an object. The last one counts if there are several, as in JavaScript.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let entries) = self else { return nil }
        return entries.last { $0.key == key }?.value
    }

    /// The object without the entries whose key follows again; other values unchanged.
    package var withoutRepeatedKeys: JSONValue {
        guard case .object(let entries) = self else { return self }
        var later: Set<String> = []
        let kept = entries.reversed().filter { later.insert($0.key).inserted }
        return kept.count == entries.count ? self : .object(kept.reversed())
    }

    /// The string, if the value is one.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if the value is one or a string that ``double(_:)`` returns for a number.
    package var double: Double? {
        switch self {
        // Only hexadecimal numbers have an x.
        case .number(let text), .string(let text): text.utf8.contains { $0 | 0x20 == 0x78 } ? nil : Double(text)
        default: nil
        }
    }

    /// The text of ``nested``, which no number has.
    private static let nestedMark = "[]"
    /// The value that the parser returns instead of one that is nested deeper than ``deepest``.
    static let nested = JSONValue.number(nestedMark)

    /// The first part that only ``JSONLeniency/parts`` reads; nil if there is none. Of a list, such elements can be refused, and the others
    /// kept.
    package var fault: JSONFault? {
        switch self {
        case .null, .bool, .string: return nil
        case .number(Self.nestedMark): return .nesting
        case .number: return double?.isFinite == true ? nil : .largeNumber
        case .array(let values):
            for value in values { if let fault = value.fault { return fault } }
        case .object(let entries):
            for entry in entries { if let fault = entry.value.fault { return fault } }
        }
        return nil
    }

    /// Returns whether the value as JSON certainly has more bytes than a limit. The work is bounded by the limit.
    package func isLonger(than limit: Int) -> Bool {
        var left = limit
        return !subtractLength(from: &left)
    }

    /// Subtracts a lower bound of the length of the value as JSON; returns `false` if nothing is left.
    private func subtractLength(from left: inout Int) -> Bool {
        switch self {
        case .null, .bool: left -= 4
        case .number(let text): left -= text.utf8.count
        case .string(let text): left -= text.utf8.count + 2
        case .array(let values):
            left -= 2
            for value in values where left >= 0 { _ = value.subtractLength(from: &left) }
        case .object(let entries):
            left -= 2
            for entry in entries where left >= 0 {
                left -= entry.key.utf8.count + 3
                _ = entry.value.subtractLength(from: &left)
            }
        }
        return left >= 0
    }

    /// The elements, if the value is an array.
    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }
}

/// The input that is read although strict readers refuse it.
package enum JSONLeniency: Sendable {
    /// Nothing.
    case none
    /// Texts with unpaired surrogates or bytes that are not UTF-8, which become U+FFFD.
    case texts
    /// In addition, numbers outside the range of `Double`, and values nested too deep; see ``JSONValue/fault``.
    case parts
}

/// A part of a value that cannot be kept.
package enum JSONFault: Sendable {
    /// A number outside the range of `Double`.
    case largeNumber
    /// A value that is nested deeper than ``JSONValue/deepest``.
    case nesting

    /// The reason for which the value is refused.
    package var reason: String {
        switch self {
        case .largeNumber: "a number is outside the range of a double"
        case .nesting: "values are nested deeper than \(JSONValue.deepest) levels"
        }
    }
}

/// A writer of JSON in UTF-8 without white space.
package struct JSONWriter {
    /// The written bytes.
    package private(set) var bytes: [UInt8]

    /// Creates an empty writer.
    package init() {
        bytes = []
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Writes a value.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .number(let number): bytes += number.utf8
        case .string(let text): write(text)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (position, value) in values.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                write(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let entries):
            bytes.append(UInt8(ascii: "{"))
            for (position, entry) in entries.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                write(entry.key)
                bytes.append(UInt8(ascii: ":"))
                write(entry.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Writes a string with its quotation marks.
    package mutating func write(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { content in
            // Characters that need no escape are copied in runs.
            var run = 0
            for index in content.indices {
                let byte = content[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes += content[run..<index]
                run = index + 1
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                    bytes.append(UInt8(ascii: "\\"))
                    bytes.append(byte)
                case 0x0a: bytes += "\\n".utf8
                default:
                    bytes += "\\u00".utf8
                    bytes.append(Self.digits[Int(byte >> 4)])
                    bytes.append(Self.digits[Int(byte & 15)])
                }
            }
            bytes += content[run...]
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
