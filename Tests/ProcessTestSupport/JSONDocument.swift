// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A JSON value with its original kind.
public enum JSONDocument: Decodable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONDocument])
    case object([String: JSONDocument])

    /// Decodes a value of any kind.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode([JSONDocument].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONDocument].self))
        }
    }

    /// Returns the value of a key of an object.
    public subscript(key: String) -> JSONDocument? {
        if case .object(let entries) = self { entries[key] } else { nil }
    }

    /// The contents of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The values of an array.
    public var array: [JSONDocument]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The name of the kind in a schema, which does not distinguish integers from other numbers.
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
