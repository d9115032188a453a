// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel

/// The reference of the interface for apps, as HTML that is written from its OpenAPI document.
///
/// It has all operations with their parameters, bodies, responses and errors, and all schemas, and needs no script.
struct ReferenceText {
    private typealias Entries = [(key: String, value: JSONValue)]

    private let document: JSONValue
    private(set) var html = ""

    init(_ document: JSONValue) {
        self.document = document
        introduction()
        let groups = groups
        contents(groups)
        for group in groups {
            html +=
                "<section class=\"card\"><h2 id=\"tag-\(Self.escaped(group.tag))\">\(Self.escaped(group.tag))</h2>\n"
            for (method, path, operation) in group.operations { add(method, path, operation) }
            html += "</section>\n"
        }
        html += "<section class=\"card\"><h2 id=\"schemas\">Schemas</h2>\n"
        for (name, schema) in Self.entries(document["components"]?["schemas"]) { add(schema: schema, name) }
        html += "</section>\n"
    }

    // MARK: - Parts

    private mutating func introduction() {
        html += "<section class=\"card\">\n"
        paragraphs(document["info"]?["description"]?.string)
        html += """
            <p>The same as <a href="/openapi.json">/openapi.json</a>, an OpenAPI document from which clients can be generated. Most \
            requests need the token of an app: <code>Authorization: Bearer TOKEN</code>. What an app reads and saves depends on the types that the \
            person has allowed it, which are the scopes of OAuth: <code>read:</code> or <code>save:</code> with the name of a type, such as \
            <code>read:stepCount</code>.</p>
            </section>

            """
    }

    private struct Group {
        var tag: String
        var operations: [(method: String, path: String, operation: JSONValue)]
    }

    /// The operations by their tags, in the order of the document.
    private var groups: [Group] {
        var groups: [Group] = []
        for (path, methods) in Self.entries(document["paths"]) {
            for (method, operation) in Self.entries(methods) {
                let tag = operation["tags"]?.array?.first?.string ?? ""
                let place = groups.firstIndex { $0.tag == tag } ?? groups.endIndex
                if place == groups.endIndex { groups.append(Group(tag: tag, operations: [])) }
                groups[place].operations.append((method.uppercased(), path, operation))
            }
        }
        return groups
    }

    private mutating func contents(_ groups: [Group]) {
        html += "<nav class=\"card\" aria-label=\"Contents\"><ul class=\"contents\">\n"
        for group in groups {
            let tag = Self.escaped(group.tag)
            html +=
                "<li><a href=\"#tag-\(tag)\">\(tag)</a> <span class=\"small\">\(group.operations.count)</span></li>\n"
        }
        html += "<li><a href=\"#schemas\">Schemas</a></li>\n</ul></nav>\n"
    }

    private mutating func add(_ method: String, _ path: String, _ operation: JSONValue) {
        let id = Self.escaped(operation["operationId"]?.string ?? "")
        let isLocked = operation["security"]?.array?.isEmpty == false
        html += "<details id=\"\(id)\"><summary><code>\(method) \(Self.escaped(path))</code> "
        html += Self.prose(operation["summary"]?.string ?? "") + "</summary>\n"
        html +=
            "<p class=\"small\"><code>\(id)</code>\(isLocked ? ", with the token of an app" : ", without a token")</p>\n"
        paragraphs(operation["description"]?.string)
        let parameters = operation["parameters"]?.array ?? []
        if !parameters.isEmpty {
            html += "<h3>Parameters</h3>\n"
            table(
                ["Name", "Place", "Type", "Meaning"],
                parameters.map { parameter in
                    [
                        Self.name(parameter["name"]?.string ?? "", isRequired: parameter["required"] == .bool(true)),
                        Self.escaped(parameter["in"]?.string ?? ""), Self.type(parameter["schema"]),
                        Self.prose(parameter["description"]?.string ?? ""),
                    ]
                })
        }
        if let body = operation["requestBody"] {
            html += "<h3>Body</h3>\n"
            paragraphs(body["description"]?.string)
            content(body["content"])
        }
        html += "<h3>Responses</h3>\n"
        var rows: [[String]] = []
        for (status, response) in Self.entries(operation["responses"]) {
            let response = resolved(response)
            let types = Self.entries(response["content"]).map { type, content in
                "<code>\(Self.escaped(type))</code> \(Self.type(content["schema"]))"
            }
            let fields = Self.entries(response["headers"]).map { "<code>\(Self.escaped($0.key))</code>" }
            rows.append([
                "<code>\(Self.escaped(status))</code>", Self.prose(response["description"]?.string ?? ""),
                types.joined(separator: "<br>"), fields.joined(separator: ", "),
            ])
        }
        table(["Status", "Meaning", "Content", "Fields"], rows)
        html += "</details>\n"
    }

    private mutating func content(_ content: JSONValue?) {
        table(
            ["Content", "Type"],
            Self.entries(content).map { type, content in
                ["<code>\(Self.escaped(type))</code>", Self.type(content["schema"])]
            })
    }

    private mutating func add(schema: JSONValue, _ name: String) {
        let name = Self.escaped(name)
        html += "<details id=\"schema-\(name)\"><summary><code>\(name)</code></summary>\n"
        paragraphs(schema["description"]?.string)
        let properties = Self.entries(schema["properties"])
        if properties.isEmpty {
            html += "<p>\(Self.type(schema))</p>\n"
        } else {
            let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
            table(
                ["Key", "Type", "Meaning"],
                properties.map { key, value in
                    [
                        Self.name(key, isRequired: required.contains(key)), Self.type(value),
                        Self.prose(value["description"]?.string ?? ""),
                    ]
                })
        }
        for example in schema["examples"]?.array ?? [] {
            html += "<p>For example <code>\(Self.escaped(example.text))</code></p>\n"
        }
        html += "</details>\n"
    }

    // MARK: - HTML

    private mutating func paragraphs(_ text: String?) {
        guard let text else { return }
        for paragraph in text.split(separator: "\n\n") { html += "<p>\(Self.prose(paragraph))</p>\n" }
    }

    private mutating func table(_ head: [String], _ rows: [[String]]) {
        html += "<div class=\"scroll\"><table><thead><tr>"
        html += head.map { "<th scope=\"col\">\($0)</th>" }.joined() + "</tr></thead><tbody>\n"
        for row in rows { html += "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>\n" }
        html += "</tbody></table></div>\n"
    }

    private static func name(_ name: String, isRequired: Bool) -> String {
        "<code>\(escaped(name))</code>" + (isRequired ? " <span class=\"small\">required</span>" : "")
    }

    /// Returns the type of a schema, with links to named ones.
    private static func type(_ schema: JSONValue?) -> String {
        guard let schema else { return "" }
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            let name = escaped(String(name))
            return "<a href=\"#schema-\(name)\">\(name)</a>"
        }
        for key in ["anyOf", "oneOf"] {
            if let choices = schema[key]?.array { return choices.map { type($0) }.joined(separator: " or ") }
        }
        if let value = schema["const"] { return "<code>\(escaped(value.text))</code>" }
        if let values = schema["enum"]?.array {
            return values.map { "<code>\(escaped($0.text))</code>" }.joined(separator: ", ")
        }
        let names = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "any value"]
        var text = names.joined(separator: " or ")
        if let element = schema["items"] { text += " of " + type(element) }
        if case .object? = schema["additionalProperties"] { text += " of " + type(schema["additionalProperties"]) }
        let limits = ["format", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]
        let facts = limits.compactMap { key in
            schema[key].map { "\(key) <code>\(escaped($0.string ?? $0.text))</code>" }
        }
        return text + (facts.isEmpty ? "" : " <span class=\"small\">\(facts.joined(separator: ", "))</span>")
    }

    /// Returns a description as HTML, with the texts between backquotes as code.
    private static func prose(_ text: some StringProtocol) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        // An odd number of backquotes has one without a partner, which stays as it is.
        guard parts.count % 2 == 1 else { return escaped(String(text)) }
        return parts.enumerated()
            .map { $0.offset % 2 == 0 ? escaped(String($0.element)) : "<code>\(escaped(String($0.element)))</code>" }
            .joined()
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    // MARK: - Document

    private static func entries(_ value: JSONValue?) -> Entries {
        guard case .object(let entries)? = value else { return [] }
        return entries
    }

    /// Returns a response, or the one that it refers to.
    private func resolved(_ response: JSONValue) -> JSONValue {
        guard let name = response["$ref"]?.string?.split(separator: "/").last else { return response }
        return document["components"]?["responses"]?[String(name)] ?? response
    }
}
