// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Output, parsed independently of the tool.
public enum Parsed {
    /// An error for a text in another form than expected.
    public struct Malformed: Error {
        /// The text.
        public let text: String

        /// Creates an error for a text.
        public init(text: String) {
            self.text = text
        }
    }

    /// Returns a JSON object.
    public static func object(_ text: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Malformed(text: text)
        }
        return object
    }

    /// Returns a JSON array of objects.
    public static func array(_ text: String) throws -> [[String: Any]] {
        guard let array = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] else {
            throw Malformed(text: text)
        }
        return array
    }

    /// Returns the value decoded from JSON.
    public static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Returns one JSON object per line.
    public static func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { try object(String($0)) }
    }

    /// Returns the records of comma-separated values.
    public static func csv(_ text: String) throws -> [[String]] {
        var records: [[String]] = []
        var record: [String] = []
        var field: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        var isQuoted = false
        while let byte = bytes.popFirst() {
            switch (byte, isQuoted) {
            case (UInt8(ascii: "\""), true) where bytes.first == UInt8(ascii: "\""):
                field.append(byte)
                bytes.removeFirst()
            case (UInt8(ascii: "\""), _): isQuoted.toggle()
            case (UInt8(ascii: ","), false):
                record.append(String(decoding: field, as: UTF8.self))
                field = []
            case (UInt8(ascii: "\n"), false):
                records.append(record + [String(decoding: field, as: UTF8.self)])
                record = []
                field = []
            case (UInt8(ascii: "\r"), false): throw Malformed(text: text)
            default: field.append(byte)
            }
        }
        guard field.isEmpty, record.isEmpty, !isQuoted else { throw Malformed(text: text) }
        return records
    }
}
