// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The names of schemas that routes and schemas contain written out.
///
/// Generators of clients create a type for each object and enumeration. Without a name in the document, they number the types in an order
/// that changes with the document. A list of samples is `SampleList`, the body of the route `saveSamples` is `SaveSamplesRequest`, its
/// response `SaveSamplesResponse`, and the entry `state` of `Webhook` is `WebhookState`.
struct SchemaNames {
    private typealias Entries = [(key: String, value: JSONValue)]

    /// The named schemas, in the order of the document.
    private var schemas: Entries = []
    private var places: [String: Int] = [:]
    /// The names of the components before, which no other schema can have.
    private let taken: Set<String>

    /// Returns a document whose objects and enumerations are named schemas.
    static func named(_ document: JSONValue) -> JSONValue {
        guard case .object(let parts) = document, case .object(let components)? = document["components"],
            case .object(let before)? = document["components"]?["schemas"],
            case .object(let paths)? = document["paths"]
        else { return document }
        var names = SchemaNames(taken: Set(before.map(\.key)))
        for (name, schema) in before {
            let schema = names.inside(schema, name)
            names.places[name] = names.schemas.count
            names.schemas.append((name, schema))
        }
        let named = paths.map { path, operations in
            // Documents of Nightscout have no fixed content.
            (
                path,
                path.hasPrefix("/api/") || path == NightscoutRoutes.watch.path
                    ? operations : names.operations(operations)
            )
        }
        let schemas = names.schemas
        return .object(
            parts.map { key, value in
                switch key {
                case "paths": (key, .object(named))
                case "components":
                    (key, .object(components.map { ($0.key, $0.key == "schemas" ? .object(schemas) : $0.value) }))
                default: (key, value)
                }
            })
    }

    private init(taken: Set<String>) {
        self.taken = taken
    }

    // MARK: - Routes

    private mutating func operations(_ value: JSONValue) -> JSONValue {
        guard case .object(let operations) = value else { return value }
        var named: Entries = []
        for (method, operation) in operations {
            guard case .object(let parts) = operation, let id = operation["operationId"]?.string else {
                named.append((method, operation))
                continue
            }
            let name = Self.capitalized(id)
            var entries: Entries = []
            for (key, value) in parts {
                switch key {
                case "requestBody":
                    entries.append((key, content(of: value) { names, schema, _ in names.request(schema, name) }))
                case "responses":
                    var documents: Entries = []
                    guard case .object(let responses) = value else { continue }
                    for (status, response) in responses {
                        let named = content(of: response) { names, schema, type in
                            names.response(schema, name, type: type)
                        }
                        documents.append((status, named))
                    }
                    entries.append((key, .object(documents)))
                default: entries.append((key, value))
                }
            }
            named.append((method, .object(entries)))
        }
        return .object(named)
    }

    /// Changes the schemas of the JSON or the form of a body or a response.
    private mutating func content(
        of value: JSONValue, _ change: (inout SchemaNames, JSONValue, String) -> JSONValue
    ) -> JSONValue {
        guard case .object(let parts) = value, case .object(let types)? = value["content"] else { return value }
        var changed: Entries = []
        for (type, content) in types {
            guard type.hasSuffix("json") || type == PageRoutes.formType, let schema = content["schema"],
                schema["$ref"] == nil
            else {
                changed.append((type, content))
                continue
            }
            changed.append((type, .object([("schema", change(&self, schema, type))])))
        }
        return .object(parts.map { ($0.key, $0.key == "content" ? .object(changed) : $0.value) })
    }

    private mutating func request(_ schema: JSONValue, _ route: String) -> JSONValue {
        guard Self.isObject(schema) || schema["anyOf"] != nil else { return schema }
        let name = route + "Request"
        return reference(to: inside(schema, name), name)
    }

    private mutating func response(_ schema: JSONValue, _ route: String, type: String) -> JSONValue {
        guard Self.isObject(schema) else { return schema }
        let name = route + (type.hasSuffix("x-ndjson") ? "Line" : "Response")
        let content = inside(schema, name)
        if let list = Self.listName(content), isFree(list, for: content) { return reference(to: content, list) }
        return reference(to: content, name)
    }

    /// Returns the name of a list of named values, which can have a cursor; nil for other objects.
    private static func listName(_ schema: JSONValue) -> String? {
        guard case .object(let properties)? = schema["properties"] else { return nil }
        let lists = properties.filter { $0.key != "cursor" }
        guard lists.count == 1, let element = lists.first?.value["items"]?["$ref"]?.string?.split(separator: "/").last
        else { return nil }
        return element + "List"
    }

    // MARK: - Schemas

    /// Returns a schema that is written out in another one; an object or an enumeration becomes a reference.
    private mutating func part(_ schema: JSONValue, _ name: String) -> JSONValue {
        guard schema["$ref"] == nil else { return schema }
        if Self.isEnumeration(schema) { return reference(to: schema, name) }
        guard Self.isObject(schema) else { return inside(schema, name, isNamed: false) }
        let content = inside(schema, name)
        guard case .array? = schema["type"], case .object(let inner) = content else {
            return reference(to: content, name)
        }
        // An object or null.
        let object = JSONValue.object(inner.map { ($0.key, $0.key == "type" ? .string("object") : $0.value) })
        return .object([
            ("anyOf", .array([reference(to: object, name), .object([("type", .string("null"))])]))
        ])
    }

    /// Returns a schema whose parts are references.
    /// - Parameter isNamed: Whether the schema has the name itself.
    private mutating func inside(_ schema: JSONValue, _ name: String, isNamed: Bool = true) -> JSONValue {
        guard case .object(let entries) = schema else { return schema }
        var changed: Entries = []
        for (key, value) in entries {
            switch (key, value) {
            case ("properties", .object(let properties)):
                var named: Entries = []
                for (property, schema) in properties {
                    named.append((property, part(schema, name + Self.capitalized(property))))
                }
                changed.append((key, .object(named)))
            case ("items", .object): changed.append((key, part(value, Self.singular(name))))
            case ("additionalProperties", .object): changed.append((key, part(value, name + "Value")))
            case ("anyOf", .array(let choices)), ("oneOf", .array(let choices)):
                let isAlone = !isNamed && choices.filter { Self.isObject($0) || Self.isEnumeration($0) }.count == 1
                var named: [JSONValue] = []
                for choice in choices { named.append(part(choice, isAlone ? name : name + Self.mark(choice))) }
                changed.append((key, .array(named)))
            // A value that is fixed is no enumeration of one.
            case ("enum", .array(let values)) where values.count == 1:
                changed.append(("const", values.first ?? .null))
            default: changed.append((key, value))
            }
        }
        return .object(changed)
    }

    // MARK: - Names

    /// Returns a reference to a schema that has the name, or a longer one if another schema has it.
    private mutating func reference(to schema: JSONValue, _ name: String) -> JSONValue {
        var name = name
        while !isFree(name, for: schema) { name += "Value" }
        if places[name] == nil {
            places[name] = schemas.count
            schemas.append((name, schema))
        }
        return JSONSchema.named(name).json
    }

    private func isFree(_ name: String, for schema: JSONValue) -> Bool {
        if let place = places[name] { return !taken.contains(name) && schemas[place].value == schema }
        return !taken.contains(name)
    }

    private static func isObject(_ schema: JSONValue) -> Bool {
        guard case .object(let properties)? = schema["properties"], !properties.isEmpty else { return false }
        return true
    }

    private static func isEnumeration(_ schema: JSONValue) -> Bool {
        guard schema["type"]?.string == "string", case .array(let values)? = schema["enum"] else { return false }
        return values.count > 1
    }

    /// Returns what distinguishes one of several schemas: its first required key.
    private static func mark(_ schema: JSONValue) -> String {
        if case .array(let required)? = schema["required"], let key = required.first?.string { return capitalized(key) }
        guard case .object(let properties)? = schema["properties"], let key = properties.first?.key else { return "" }
        return capitalized(key)
    }

    private static func capitalized(_ name: String) -> String {
        name.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns the name of an element of a list.
    private static func singular(_ name: String) -> String {
        if name.hasSuffix("ies") { return name.dropLast(3) + "y" }
        if ["ches", "shes", "xes", "sses"].contains(where: name.hasSuffix) { return String(name.dropLast(2)) }
        return name.hasSuffix("s") && !name.hasSuffix("ss") ? String(name.dropLast()) : name + "Item"
    }
}
