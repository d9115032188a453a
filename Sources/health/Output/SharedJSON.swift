// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A JSON value with its serialized forms, for values that many rows share.
final class SharedJSON {
    /// The value.
    let value: JSONValue
    /// The value on one line, in UTF-8.
    let json: [UInt8]
    /// The value as a CSV field, in UTF-8.
    let field: [UInt8]
    /// The value as a CSV field in which texts that spreadsheets evaluate stay as they are, in UTF-8.
    let rawField: [UInt8]

    /// Creates a value with its serialized forms.
    init(_ value: JSONValue) {
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
final class RecentJSON<Key: Equatable> {
    private var entries: [(key: Key, value: SharedJSON)] = []
    private let make: (Key) -> JSONValue

    /// The maximum number of cached values, which are searched linearly.
    private static var limit: Int { 8 }

    /// Creates a cache.
    /// - Parameter make: Returns the value for a key.
    init(_ make: @escaping (Key) -> JSONValue) {
        self.make = make
    }

    /// Returns the cell for a key.
    func cell(_ key: Key) -> Cell {
        if let place = entries.firstIndex(where: { $0.key == key }) { return .shared(entries[place].value) }
        if entries.count == Self.limit { entries.removeFirst() }
        let value = SharedJSON(make(key))
        entries.append((key, value))
        return .shared(value)
    }
}

extension JSONValue {
    /// Creates a number in its shortest form, or null if it is not finite.
    static func number(_ number: Double) -> JSONValue {
        number.isFinite ? .number(NumberText.exact(number)) : .null
    }

    /// Creates a string, or null.
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Creates a number, or null.
    static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

    /// Creates an object of metadata: a string for each key, or a list of strings if the key occurs with several values.
    static func metadata(_ pairs: [MetadataPair]) -> JSONValue {
        object(of: pairs, value: JSONValue.string)
    }

    /// Creates an object of a workout's attributes: as metadata, with numbers as numbers.
    static func attributes(_ pairs: [MetadataPair]) -> JSONValue {
        object(of: pairs) { text in TypedNumber.parse(text).map(JSONValue.number) ?? .string(text) }
    }

    private static func object(of pairs: [MetadataPair], value: (String) -> JSONValue) -> JSONValue {
        // Most samples have at most one entry, which needs no dictionary of keys.
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
}
