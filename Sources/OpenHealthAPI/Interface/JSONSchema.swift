// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The schema of a JSON value, in JSON Schema 2020-12, as in OpenAPI 3.1.
package struct JSONSchema: Sendable {
    /// The keywords of the schema.
    package var entries: [(key: String, value: JSONValue)]

    /// The schema as JSON.
    package var json: JSONValue { .object(entries) }

    package init(_ entries: [(key: String, value: JSONValue)] = []) {
        self.entries = entries
    }

    /// Returns the schema with a description.
    package func described(_ text: String) -> JSONSchema { with("description", .string(text)) }

    /// Returns the schema with an example.
    package func example(_ value: JSONValue) -> JSONSchema { with("examples", .array([value])) }

    /// Returns the schema with one more keyword.
    package func with(_ key: String, _ value: JSONValue) -> JSONSchema { JSONSchema(entries + [(key, value)]) }

    // MARK: - Kinds

    /// Returns the schema of a string with a named format or a regular expression (ECMA 262).
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

    /// The schema of a date and time with a time zone.
    package static var date: JSONSchema { .string(format: "date-time") }

    /// The schema of a calendar day, such as 2026-03-14.
    package static var day: JSONSchema { .string(format: "date").example(.string("2026-03-14")) }

    /// The schema of a UUID.
    package static var uuid: JSONSchema { .string(format: "uuid") }

    /// Returns the schema of one of several strings.
    package static func one(of values: [String]) -> JSONSchema {
        JSONSchema([("type", .string("string")), ("enum", .array(values.map(JSONValue.string)))])
    }

    /// The schema of a number.
    package static var number: JSONSchema { JSONSchema([("type", .string("number"))]) }

    /// The schema of a Boolean value.
    package static var bool: JSONSchema { JSONSchema([("type", .string("boolean"))]) }

    /// The schema of any value.
    package static var any: JSONSchema { JSONSchema() }

    /// Returns the schema of an integer.
    package static func integer(_ range: ClosedRange<Int>? = nil) -> JSONSchema {
        var schema = JSONSchema([("type", .string("integer"))])
        if let range {
            schema = schema.with("minimum", .integer(range.lowerBound)).with("maximum", .integer(range.upperBound))
        }
        return schema
    }

    /// Returns the schema of a list.
    package static func array(of element: JSONSchema, least: Int = 0, most: Int? = nil) -> JSONSchema {
        var schema = JSONSchema([("type", .string("array")), ("items", element.json)])
        if least > 0 { schema = schema.with("minItems", .integer(least)) }
        return most.map { schema.with("maxItems", .integer($0)) } ?? schema
    }

    /// Returns the schema of an object.
    /// - Parameters:
    ///   - required: The required keys.
    ///   - optional: The optional keys.
    ///   - isOpen: Whether other keys are allowed.
    ///   - allowsNull: Whether optional keys may be null, which is equivalent to omitting them; see ``JSONReader/optional(_:)``.
    package static func object(
        _ required: KeyValuePairs<String, JSONSchema> = [:], optional: KeyValuePairs<String, JSONSchema> = [:],
        isOpen: Bool = false, allowsNull: Bool = true
    ) -> JSONSchema {
        object(
            required: Array(required), optional: Array(optional), isOpen: isOpen, allowsNull: allowsNull)
    }

    /// Returns the schema of an object with given entries.
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

    /// Returns the schema of an object with further optional keys.
    func with(optional others: [(key: String, value: JSONSchema)]) -> JSONSchema {
        var schema = self
        guard let place = entries.firstIndex(where: { $0.key == "properties" }),
            case .object(let known) = entries[place].value
        else { return self }
        schema.entries[place].value = .object(known + others.map { ($0.key, $0.value.orNull.json) })
        return schema
    }

    /// Returns the schema of an object with any keys.
    package static func map(of value: JSONSchema) -> JSONSchema {
        JSONSchema([("type", .string("object")), ("additionalProperties", value.json)])
    }

    /// The schema, or null.
    private var orNull: JSONSchema {
        guard let place = entries.firstIndex(where: { $0.key == "type" }), case .string = entries[place].value,
            !entries.contains(where: { $0.key == "enum" })
        else { return entries.isEmpty ? self : .any(of: [self, JSONSchema([("type", .string("null"))])]) }
        var schema = self
        schema.entries[place].value = .array([entries[place].value, .string("null")])
        return schema
    }

    /// Returns the schema of a value that matches one of several schemas.
    package static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema([("anyOf", .array(schemas.map(\.json)))])
    }

    /// Returns a reference to a schema by its name in the document: see ``APIComponents``.
    package static func named(_ name: String) -> JSONSchema {
        JSONSchema([("$ref", .string("#/components/schemas/" + name))])
    }
}
