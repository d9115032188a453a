// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An entry of an object in JSON.
package struct JSONField<Root, Value>: Sendable {
    let key: String
    let isRequired: Bool
    let schema: JSONSchema
    /// Returns the JSON of the entry; the inner value is nil for a value that JSON cannot represent, and the outer value is nil
    /// for an entry that is omitted.
    let encode: @Sendable (Root) -> JSONValue??
    /// Reads the entry of an object.
    let decode: @Sendable (JSONReader) throws(Problem) -> Value

    /// Creates an entry that every object has.
    package static func required(
        _ key: String, _ path: any (KeyPath<Root, Value> & Sendable), _ format: JSONFormat<Value>
    ) -> JSONField {
        let (encode, decode) = (format.encode, format.decode)
        return JSONField(key: key, isRequired: true, schema: format.reference) {
            .some(encode($0[keyPath: path]))
        } decode: { (json) throws(Problem) in
            try decode(try json.required(key))
        }
    }

    /// Creates an entry that is omitted if there is no value.
    package static func optional<Wrapped>(
        _ key: String, _ path: any (KeyPath<Root, Value> & Sendable), _ format: JSONFormat<Wrapped>
    ) -> JSONField where Value == Wrapped? {
        let (encode, decode) = (format.encode, format.decode)
        return JSONField(key: key, isRequired: false, schema: format.reference) { root in
            root[keyPath: path].map { encode($0) }
        } decode: { (json) throws(Problem) in
            guard let entry = try json.optional(key) else { return nil }
            return try decode(entry)
        }
    }

    /// Creates an entry that is null if there is no value.
    package static func nullable<Wrapped>(
        _ key: String, _ path: any (KeyPath<Root, Value> & Sendable), _ format: JSONFormat<Wrapped>
    ) -> JSONField where Value == Wrapped? {
        let (encode, decode) = (format.encode, format.decode)
        let schema = JSONSchema.any(of: [format.reference, JSONSchema([("type", .string("null"))])])
        return JSONField(key: key, isRequired: true, schema: schema) { root in
            .some(root[keyPath: path].map { encode($0) } ?? .null)
        } decode: { (json) throws(Problem) in
            guard let entry = try json.optional(key) else { return nil }
            return try decode(entry)
        }
    }

    /// Creates an entry that is omitted if it has its default value.
    package static func optional(
        _ key: String, _ path: any (KeyPath<Root, Value> & Sendable), _ format: JSONFormat<Value>, default usual: Value
    ) -> JSONField where Value: Equatable & Sendable {
        let (encode, decode) = (format.encode, format.decode)
        return JSONField(key: key, isRequired: false, schema: format.reference) { root in
            root[keyPath: path] == usual ? nil : .some(encode(root[keyPath: path]))
        } decode: { (json) throws(Problem) in
            guard let entry = try json.optional(key) else { return usual }
            return try decode(entry)
        }
    }
}

extension JSONFormat {
    /// Creates the format of an object.
    /// - Parameters:
    ///   - name: The name of the schema in the OpenAPI document; nil to write it out.
    ///   - description: The description in the schema.
    ///   - ignoresOthers: Whether the decoder ignores keys that are not declared; otherwise they are rejected.
    ///   - fields: The entries, in the order in which they are written.
    ///   - make: A closure that creates the value from those of the entries.
    package static func object<each Field>(
        named name: String? = nil, about description: String? = nil, ignoresOthers: Bool = false,
        _ fields: repeat JSONField<Value, each Field>,
        make: @escaping @Sendable (repeat each Field) throws(Problem) -> Value
    ) -> JSONFormat {
        let all = (repeat each fields)
        var (known, required, optional): ([String], [(String, JSONSchema)], [(String, JSONSchema)]) = ([], [], [])
        for field in repeat each all {
            known.append(field.key)
            if field.isRequired {
                required.append((field.key, field.schema))
            } else {
                optional.append((field.key, field.schema))
            }
        }
        let keys = known
        let schema = JSONSchema.object(required: required, optional: optional)
        return JSONFormat(name: name, description.map(schema.described) ?? schema) { value in
            var entries: [(key: String, value: JSONValue)] = []
            for field in repeat each all {
                guard let entry = field.encode(value) else { continue }
                guard let json = entry else { return nil }
                entries.append((field.key, json))
            }
            return .object(entries)
        } decode: { (json) throws(Problem) in
            if !ignoresOthers { try json.check(keys: keys) }
            return try make(repeat try (each all).decode(json))
        }
    }

    /// Creates the format of an object whose only entry is the value.
    package static func only(_ key: String, _ format: JSONFormat<Value>) -> JSONFormat {
        .object(.required(key, \.self, format)) { (value) throws(Problem) in value }
    }

    /// Creates the format of an object with one entry, which is omitted if there is no value.
    package static func optional<Wrapped>(
        _ key: String, _ format: JSONFormat<Wrapped>
    ) -> JSONFormat where Value == Wrapped? {
        .object(.optional(key, \.self, format)) { (value) throws(Problem) in value }
    }

    /// Creates the format of an object with one entry, which is omitted if it has its default value.
    package static func optional(
        _ key: String, _ format: JSONFormat<Value>, default usual: Value
    ) -> JSONFormat where Value: Equatable & Sendable {
        .object(.optional(key, \.self, format, default: usual)) { (value) throws(Problem) in value }
    }
}
