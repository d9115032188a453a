// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

/// Metadata as JSON text, in an order and spelling that depend on nothing but the entries.
enum MetadataJSON {
    /// An object, or an array of pairs where a key repeats.
    static func object(_ pairs: [MetadataPair]) -> String {
        guard Set(pairs.map(\.key)).count == pairs.count else { return Self.pairs(pairs) }
        return "{" + pairs.map { "\(string($0.key)):\(string($0.value))" }.joined(separator: ",") + "}"
    }

    /// An array of pairs.
    static func pairs(_ pairs: [MetadataPair]) -> String {
        "[" + pairs.map { "[\(string($0.key)),\(string($0.value))]" }.joined(separator: ",") + "]"
    }

    /// An array of texts.
    static func strings(_ strings: [String]) -> String {
        "[" + strings.map(string).joined(separator: ",") + "]"
    }

    /// A text with its quotation marks.
    static func string(_ text: String) -> String {
        var out: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x0a: out += Array("\\n".utf8)
            case 0..<0x20: out += Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
        return String(decoding: out, as: UTF8.self)
    }
}
