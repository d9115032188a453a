// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A value of JSON, its keys in the order that they were given in.
indirect enum JSONValue {
    /// Nothing.
    case null
    /// Text.
    case string(String)
    /// A number; null where it is not finite.
    case number(Double)
    /// A whole number.
    case integer(Int)
    /// Yes or no.
    case bool(Bool)
    /// A list.
    case array([JSONValue])
    /// Values by key.
    case object([(String, JSONValue)])

    /// Text, or null for none.
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// A number, or null for none.
    static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

    /// Metadata: a text by key, or a list of texts where the key repeats with different values.
    static func metadata(_ pairs: [MetadataPair]) -> JSONValue {
        object(of: pairs, value: JSONValue.string)
    }

    /// Attributes of a workout: as metadata, with numbers as numbers.
    static func attributes(_ pairs: [MetadataPair]) -> JSONValue {
        object(of: pairs) { text in TypedNumber.parse(text).map(JSONValue.number) ?? .string(text) }
    }

    private static func object(of pairs: [MetadataPair], value: (String) -> JSONValue) -> JSONValue {
        // Most samples have none or one, which need no table of keys.
        if pairs.count < 2 { return .object(pairs.map { ($0.key, value($0.value)) }) }
        var order: [String] = []
        var values: [String: [String]] = [:]
        for pair in pairs {
            if values[pair.key] == nil { order.append(pair.key) }
            if values[pair.key]?.contains(pair.value) != true { values[pair.key, default: []].append(pair.value) }
        }
        return .object(
            order.map { key in
                let texts = (values[key] ?? []).map(value)
                return (key, texts.count == 1 ? texts[0] : .array(texts))
            })
    }

    /// The value on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    /// Writes the value on one line.
    func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .string(let string): Self.write(string, to: &text)
        case .number(let number): text += number.isFinite ? NumberText.exact(number) : "null"
        case .integer(let number): text += "\(number)"
        case .bool(let flag): text += flag ? "true" : "false"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                if index > 0 { text += "," }
                Self.write(entry.0, to: &text)
                text += ":"
                entry.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            text += string
        } else {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        }
        text += "\""
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case "\u{0}"..<"\u{20}":
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}
