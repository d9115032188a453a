// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A JSON value with its serialized forms, for values that many rows share.
package final class SharedJSON {
    /// The value.
    package let value: JSONValue
    /// The value on one line, in UTF-8.
    package let json: [UInt8]
    /// The value as a CSV field, in UTF-8.
    package let field: [UInt8]
    /// The value as a CSV field in which texts that spreadsheets evaluate stay as they are, in UTF-8.
    package let rawField: [UInt8]

    /// Creates a value with its serialized forms.
    package init(_ value: JSONValue) {
        self.value = value
        var text = ByteText()
        text.add(value.text)
        json = text.bytes
        text.removeAll()
        text.addField(value.text)
        rawField = text.bytes
        text.removeAll()
        text.addField(SpreadsheetText.harmless(json: value.text))
        field = text.bytes
    }
}

/// A cache of the most recently created JSON values, by the values that they are created from.
package final class RecentJSON<Key: Equatable> {
    private var entries: [(key: Key, value: SharedJSON)] = []
    private let make: (Key) -> JSONValue

    /// The maximum number of cached values, which are searched linearly.
    private static var limit: Int { 8 }

    /// Creates a cache.
    /// - Parameter make: Returns the value for a key.
    package init(_ make: @escaping (Key) -> JSONValue) {
        self.make = make
    }

    /// Returns the cell for a key.
    package func cell(_ key: Key) -> Cell {
        if let place = entries.firstIndex(where: { $0.key == key }) { return .shared(entries[place].value) }
        if entries.count == Self.limit { entries.removeFirst() }
        let value = SharedJSON(make(key))
        entries.append((key, value))
        return .shared(value)
    }
}

extension JSONValue {
    /// Creates a number in its shortest form, or null if it is not finite.
    package static func number(_ number: Double) -> JSONValue {
        number.isFinite ? .number(NumberText.exact(number)) : .null
    }

    /// Creates a string, or null.
    package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Creates a number, or null.
    package static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }
}
