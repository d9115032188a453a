// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The value of a column in a row of a table.
package enum TableCell {
    case null
    case text(String)
    case number(Double)
    case integer(Int64)
    case truth(Bool)
    /// A date in seconds since 1970.
    case date(Double)
    case json(JSONValue)

    /// A text, or no value.
    static func optional(_ text: String?) -> TableCell { text.map(TableCell.text) ?? .null }

    /// A number, or no value for nil and numbers that are not finite.
    static func optional(_ number: Double?) -> TableCell {
        guard let number, number.isFinite else { return .null }
        return .number(number)
    }

    /// Metadata as a list of objects with a key and a value, since keys can repeat.
    static func metadata(_ pairs: [MetadataPair]) -> TableCell {
        pairs.isEmpty
            ? .null
            : .json(.array(pairs.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) }))
    }
}
