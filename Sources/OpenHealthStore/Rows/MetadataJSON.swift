// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Metadata as JSON text, in an order and spelling that depend only on the entries.
enum MetadataJSON {
    /// Returns the entries as an object, or as an array of pairs if a key repeats.
    static func object(_ pairs: [MetadataPair]) -> String {
        guard Set(pairs.map(\.key)).count == pairs.count else { return Self.pairs(pairs) }
        return "{" + pairs.map { "\(string($0.key)):\(string($0.value))" }.joined(separator: ",") + "}"
    }

    /// Returns the entries as an array of pairs.
    static func pairs(_ pairs: [MetadataPair]) -> String {
        "[" + pairs.map { "[\(string($0.key)),\(string($0.value))]" }.joined(separator: ",") + "]"
    }

    /// Returns an array of strings.
    static func strings(_ strings: [String]) -> String {
        "[" + strings.map(string).joined(separator: ",") + "]"
    }

    /// Returns a string with its quotation marks.
    static func string(_ text: String) -> String { JSONValue.string(text).text }
}
