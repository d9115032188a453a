// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON schema with the keywords that this project uses.
public struct JSONSchema: Sendable {
    /// An error for an unsupported keyword.
    public struct UnknownKeyword: Error {
        /// The keyword.
        public let name: String
    }

    private static let keywords: Set<String> = [
        "$schema", "title", "description", "type", "enum", "pattern", "properties", "required", "additionalProperties",
        "items", "minimum",
    ]

    private let root: JSONDocument

    /// Reads a schema.
    /// - Parameters:
    ///   - name: The name of the file without its extension.
    ///   - folder: The folder of the file.
    public init(named name: String, in folder: URL) throws {
        let file = folder.appendingPathComponent(name + ".json")
        root = try JSONDecoder().decode(JSONDocument.self, from: Data(contentsOf: file))
    }

    /// Returns the places where a JSON text violates the schema, with the reasons.
    public func faults(_ text: String) throws -> [String] {
        let document = try JSONDecoder().decode(JSONDocument.self, from: Data(text.utf8))
        return try Self.faults(document, root, at: "$")
    }

    private static func faults(_ value: JSONDocument, _ schema: JSONDocument, at place: String) throws -> [String] {
        guard case .object(let rules) = schema else { return [] }
        if let unknown = rules.keys.first(where: { !keywords.contains($0) }) { throw UnknownKeyword(name: unknown) }
        if let type = rules["type"], !matches(value, type) { return ["\(place): \(value.kind)"] }
        var faults: [String] = []
        if let allowed = rules["enum"]?.array?.compactMap(\.string), !allowed.contains(value.string ?? "") {
            faults.append("\(place): \(value.string ?? "")")
        }
        if let pattern = rules["pattern"]?.string, let text = value.string,
            try Regex(pattern).firstMatch(in: text) == nil
        {
            faults.append("\(place): \(text)")
        }
        if case .number(let minimum)? = rules["minimum"], case .number(let number) = value, number < minimum {
            faults.append("\(place): a number below the minimum")
        }
        if let items = rules["items"] {
            for (index, element) in (value.array ?? []).enumerated() {
                faults += try Self.faults(element, items, at: "\(place)[\(index)]")
            }
        }
        if case .object(let entries) = value { faults += try Self.faults(entries, rules, at: place) }
        return faults
    }

    private static func faults(
        _ entries: [String: JSONDocument], _ rules: [String: JSONDocument], at place: String
    ) throws -> [String] {
        var faults: [String] = []
        for name in (rules["required"]?.array ?? []).compactMap(\.string) where entries[name] == nil {
            faults.append("\(place): \(name) is missing")
        }
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            if let rule = rules["properties"]?[name] {
                faults += try Self.faults(value, rule, at: "\(place).\(name)")
            } else if let others = rules["additionalProperties"] {
                if case .bool(let isAllowed) = others {
                    if !isAllowed { faults.append("\(place): \(name) is not in the schema") }
                } else {
                    faults += try Self.faults(value, others, at: "\(place).\(name)")
                }
            }
        }
        return faults
    }

    private static func matches(_ value: JSONDocument, _ type: JSONDocument) -> Bool {
        let names = (type.array ?? [type]).compactMap(\.string)
        if names.contains(value.kind) { return true }
        guard names.contains("integer"), case .number(let number) = value else { return false }
        return number == number.rounded()
    }
}
