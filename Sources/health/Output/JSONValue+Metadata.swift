// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthCommandLine
import OpenHealthModel

extension JSONValue {
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
