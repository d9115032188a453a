// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// What a value of JSON looks like, in the words of JSON Schema 2020-12, as OpenAPI 3.1 takes them.
package struct JSONSchema: Sendable {
    /// The schema.
    package var entries: [(key: String, value: JSONValue)]

    /// The schema as JSON.
    package var json: JSONValue { .object(entries) }

    package init(_ entries: [(key: String, value: JSONValue)] = []) {
        self.entries = entries
    }

    /// The same with words about what it is.
    package func described(_ text: String) -> JSONSchema { with("description", .string(text)) }

    /// The same with an example.
    package func example(_ value: JSONValue) -> JSONSchema { with("examples", .array([value])) }

    /// The same with one more keyword.
    package func with(_ key: String, _ value: JSONValue) -> JSONSchema { JSONSchema(entries + [(key, value)]) }

    // MARK: - Kinds

    /// A text, of a form that has a name, or that a regular expression (ECMA 262) describes.
    package static func string(
        format: String? = nil, pattern: String? = nil, length: ClosedRange<Int>? = nil
    ) -> JSONSchema {
        var schema = JSONSchema([("type", .string("string"))])
        if let format { schema = schema.with("format", .string(format)) }
        if let pattern { schema = schema.with("pattern", .string(pattern)) }
        if let length {
            schema = schema.with("minLength", .integer(length.lowerBound)).with(
                "maxLength", .integer(length.upperBound))
        }
        return schema
    }

    /// A date and time with a zone.
    package static var date: JSONSchema { .string(format: "date-time") }

    /// A UUID.
    package static var uuid: JSONSchema { .string(format: "uuid") }

    /// One of some texts.
    package static func one(of values: [String]) -> JSONSchema {
        JSONSchema([("type", .string("string")), ("enum", .array(values.map(JSONValue.string)))])
    }

    /// A number.
    package static var number: JSONSchema { JSONSchema([("type", .string("number"))]) }

    /// Yes or no.
    package static var bool: JSONSchema { JSONSchema([("type", .string("boolean"))]) }

    /// Anything.
    package static var any: JSONSchema { JSONSchema() }

    /// A whole number.
    package static func integer(_ range: ClosedRange<Int>? = nil) -> JSONSchema {
        var schema = JSONSchema([("type", .string("integer"))])
        if let range {
            schema = schema.with("minimum", .integer(range.lowerBound)).with("maximum", .integer(range.upperBound))
        }
        return schema
    }

    /// A list.
    package static func array(of element: JSONSchema, most: Int? = nil) -> JSONSchema {
        let schema = JSONSchema([("type", .string("array")), ("items", element.json)])
        return most.map { schema.with("maxItems", .integer($0)) } ?? schema
    }

    /// An object.
    /// - Parameters:
    ///   - required: the keys that have to be there.
    ///   - optional: the keys that may be there.
    ///   - isOpen: whether there may be others.
    ///   - allowsNull: whether optional keys may be null, which is the same as leaving them out: see
    ///     ``JSONReader/optional(_:)``.
    package static func object(
        _ required: KeyValuePairs<String, JSONSchema> = [:], optional: KeyValuePairs<String, JSONSchema> = [:],
        isOpen: Bool = false, allowsNull: Bool = true
    ) -> JSONSchema {
        object(
            required: Array(required), optional: Array(optional), isOpen: isOpen, allowsNull: allowsNull)
    }

    /// An object with entries that are made elsewhere.
    static func object(
        required: [(key: String, value: JSONSchema)], optional: [(key: String, value: JSONSchema)],
        isOpen: Bool = false, allowsNull: Bool = true
    ) -> JSONSchema {
        let others = optional.map { (key: $0.key, value: allowsNull ? $0.value.orNull : $0.value) }
        let properties = (required + others).map { (key: $0.key, value: $0.value.json) }
        return JSONSchema([
            ("type", .string("object")), ("properties", .object(properties)),
            ("required", .array(required.map { .string($0.key) })), ("additionalProperties", .bool(isOpen)),
        ])
    }

    /// An object whose keys may be anything.
    package static func map(of value: JSONSchema) -> JSONSchema {
        JSONSchema([("type", .string("object")), ("additionalProperties", value.json)])
    }

    /// The same, or null.
    private var orNull: JSONSchema {
        guard let place = entries.firstIndex(where: { $0.key == "type" }), case .string = entries[place].value,
            !entries.contains(where: { $0.key == "enum" })
        else { return entries.isEmpty ? self : .any(of: [self, JSONSchema([("type", .string("null"))])]) }
        var schema = self
        schema.entries[place].value = .array([entries[place].value, .string("null")])
        return schema
    }

    /// One of several schemas.
    package static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema([("anyOf", .array(schemas.map(\.json)))])
    }

    /// A schema that the document has under a name: see ``APIComponents``.
    package static func named(_ name: String) -> JSONSchema {
        JSONSchema([("$ref", .string("#/components/schemas/" + name))])
    }
}
