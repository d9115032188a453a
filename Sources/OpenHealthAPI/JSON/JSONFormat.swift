// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The JSON form of a value: its schema, its encoder and its decoder, declared together so that they are consistent.
///
/// Formats of objects consist of fields: see ``object(named:about:ignoresOthers:_:make:)``. Formats that fields cannot describe
/// have closures as their encoder and decoder.
package struct JSONFormat<Value>: Sendable {
    /// The name of the schema in the OpenAPI document; nil if it is written out wherever it is used.
    package let name: String?
    /// The schema.
    package let schema: JSONSchema
    /// A closure that returns the JSON of a value; nil for a value that JSON cannot represent, such as a predicate with a block.
    package let encode: @Sendable (Value) -> JSONValue?
    /// A closure that returns the value for JSON.
    /// - Throws: A ``Problem`` with the error and its location.
    package let decode: @Sendable (JSONReader) throws(Problem) -> Value

    /// Creates a format with an encoder and a decoder.
    package init(
        name: String? = nil, _ schema: JSONSchema, encode: @escaping @Sendable (Value) -> JSONValue?,
        decode: @escaping @Sendable (JSONReader) throws(Problem) -> Value
    ) {
        self.name = name
        self.schema = schema
        self.encode = encode
        self.decode = decode
    }

    /// The schema where the format is used: its name, if it has one.
    package var reference: JSONSchema { name.map(JSONSchema.named) ?? schema }

    /// The schema with its name, for the components of the OpenAPI document.
    package var component: (name: String, schema: JSONSchema) { (name ?? "", schema) }

    /// Returns the JSON of a value; null if JSON cannot represent it.
    package func json(_ value: Value) -> JSONValue { encode(value) ?? .null }

    /// Returns the format with a description in its schema.
    package func described(_ text: String) -> JSONFormat {
        JSONFormat(reference.described(text), encode: encode, decode: decode)
    }

    /// Returns the format with a name for its schema in the OpenAPI document, and a description.
    package func named(_ name: String, about description: String) -> JSONFormat {
        JSONFormat(name: name, schema.described(description), encode: encode, decode: decode)
    }

    /// Returns the format with another, stricter schema.
    package func schema(_ schema: JSONSchema) -> JSONFormat {
        JSONFormat(schema, encode: encode, decode: decode)
    }

    /// Returns a format that reports invalid JSON as an invalid argument rather than as an invalid request.
    package func asContent() -> JSONFormat {
        let decode = decode
        return JSONFormat(name: name, schema, encode: encode) { (json) throws(Problem) in
            try Problem.ofContent { () throws(Problem) in try decode(json) }
        }
    }

    /// Returns the format of another value that is converted to this one.
    package func map<Other>(
        _ there: @escaping @Sendable (Value) -> Other, back: @escaping @Sendable (Other) -> Value
    ) -> JSONFormat<Other> {
        let (encode, decode) = (encode, decode)
        return JSONFormat<Other>(name: name, schema) {
            encode(back($0))
        } decode: { (json) throws(Problem) in
            there(try decode(json))
        }
    }
}

/// A type with one JSON form.
package protocol JSONRepresentable: Sendable {
    /// The JSON form.
    static var format: JSONFormat<Self> { get }
}

extension JSONRepresentable {
    /// Decodes a value.
    package init(_ json: JSONReader) throws(Problem) { self = try Self.format.decode(json) }

    /// The value as JSON; null if JSON cannot represent it.
    package var json: JSONValue { Self.format.json(self) }
}
