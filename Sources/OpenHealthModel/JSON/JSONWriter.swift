// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A writer of JSON in UTF-8 without white space.
package struct JSONWriter {
    /// The written bytes.
    package private(set) var bytes: [UInt8]

    /// Creates an empty writer.
    package init() {
        bytes = []
    }

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
                default: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
                }
            }
            bytes += content[run...]
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
