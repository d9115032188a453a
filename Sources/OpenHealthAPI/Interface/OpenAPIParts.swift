// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension APIRoute {
    /// Whether the route is part of the interface for apps: no page, and nothing for which the owner signs in.
    package var isForApps: Bool {
        audience != .owner && (!isPage || isFHIR || isOAuth) && !path.hasPrefix("/owner")
            && !path.hasPrefix("/v1/owner")
            && ![PageRoutes.asset.id, PageRoutes.worker.id, PageRoutes.home.id].contains(id)
    }
}

/// The parts of OpenAPI documents.
enum OpenAPIParts {
    private typealias Entries = [(key: String, value: JSONValue)]

    private static let schemas = "#/components/schemas/"
    private static let responses = "#/components/responses/"

    /// Returns a document without the schemas and responses to which nothing in it refers.
    static func used(_ document: JSONValue) -> JSONValue {
        let components = document["components"]
        var found: Set<String> = []
        var open = [document["paths"], document["webhooks"]].compactMap { $0 }
        while let value = open.popLast() {
            for reference in references(value) where found.insert(reference).inserted {
                if let part = target(reference, components) { open.append(part) }
            }
        }
        return changing(document, "components") { components in
            changing(changing(components, "schemas") { kept($0, schemas, found) }, "responses") {
                kept($0, responses, found)
            }
        }
    }

    /// Returns a document whose responses can have further keys: their schemas, and those of components that are only in responses. Keys of
    /// requests are refused if they are unknown.
    static func opened(_ document: JSONValue) -> JSONValue {
        let components = document["components"]
        var inRequests: Set<String> = []
        var open: [JSONValue] = []
        forEachOperation(document) { operation in
            open += [operation["requestBody"], operation["parameters"]].compactMap { $0 }
        }
        while let value = open.popLast() {
            for reference in references(value) where inRequests.insert(reference).inserted {
                if let part = target(reference, components) { open.append(part) }
            }
        }
        let paths = changing(document, "paths") { paths in
            mapped(paths) { _, path in
                mapped(path) { _, operation in changing(operation, "responses", withoutLimits) }
            }
        }
        return changing(paths, "components") { components in
            let opened = changing(components, "schemas") { all in
                mapped(all) { inRequests.contains(schemas + $0) ? $1 : withoutLimits($1) }
            }
            return changing(opened, "responses", withoutLimits)
        }
    }

    private static func forEachOperation(_ document: JSONValue, _ body: (JSONValue) -> Void) {
        guard case .object(let paths)? = document["paths"] else { return }
        for case .object(let operations) in paths.map(\.value) {
            for operation in operations { body(operation.value) }
        }
    }

    private static func kept(_ all: JSONValue, _ prefix: String, _ found: Set<String>) -> JSONValue {
        guard case .object(let entries) = all else { return all }
        return .object(entries.filter { found.contains(prefix + $0.key) })
    }

    private static func target(_ reference: String, _ components: JSONValue?) -> JSONValue? {
        let parts = reference.split(separator: "/").suffix(2)
        guard parts.count == 2, let kind = parts.first, let name = parts.last else { return nil }
        return components?[String(kind)]?[String(name)]
    }

    private static func references(_ value: JSONValue) -> [String] {
        switch value {
        case .object(let entries):
            entries.flatMap { entry in
                entry.key == "$ref" ? [entry.value.string].compactMap { $0 } : references(entry.value)
            }
        case .array(let values): values.flatMap(references)
        default: []
        }
    }

    private static func withoutLimits(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let entries):
            .object(
                entries.filter { !($0.key == "additionalProperties" && $0.value == .bool(false)) }
                    .map { ($0.key, withoutLimits($0.value)) })
        case .array(let values): .array(values.map(withoutLimits))
        default: value
        }
    }

    private static func mapped(_ object: JSONValue, _ change: (String, JSONValue) -> JSONValue) -> JSONValue {
        guard case .object(let entries) = object else { return object }
        return .object(entries.map { ($0.key, change($0.key, $0.value)) })
    }

    private static func changing(_ object: JSONValue, _ key: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        mapped(object) { $0 == key ? change($1) : $1 }
    }
}
