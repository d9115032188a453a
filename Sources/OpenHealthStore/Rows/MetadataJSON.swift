// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
    static func string(_ text: String) -> String { JSONValue.string(text).text }
}
