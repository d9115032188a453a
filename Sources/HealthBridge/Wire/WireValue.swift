// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value. Numbers keep the difference between 1 and 1.0, which `JSONSerialization` does not.
enum WireValue: Sendable {
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    case array([WireValue])
    case object([(key: String, value: WireValue)])

    /// The value as UTF-8.
    var data: Data {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return Data(bytes)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text): Self.write(text, to: &bytes)
        case .integer(let number): bytes += Array("\(number)".utf8)
        // JSON has no infinite numbers. HealthKit does not save them.
        case .double(let number): bytes += Array((number.isFinite ? "\(number)" : "null").utf8)
        case .bool(let truth): bytes += Array((truth ? "true" : "false").utf8)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let entries):
            bytes.append(UInt8(ascii: "{"))
            for (index, entry) in entries.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(entry.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                entry.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
