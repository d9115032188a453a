// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A builder of a JSON object, which omits entries that are nil or empty, as FHIR requires.
struct FHIRJSON {
    private var entries: [(key: String, value: JSONValue)] = []

    /// The object.
    var json: JSONValue { .object(entries) }

    var isEmpty: Bool { entries.isEmpty }

    init() {}

    /// Creates a resource of a type.
    init(resource type: String) {
        add("resourceType", type)
    }

    mutating func add(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        entries.append((key, value))
    }

    /// FHIR does not allow empty strings.
    mutating func add(_ key: String, _ text: String?) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return }
        entries.append((key, .string(text)))
    }

    mutating func add(_ key: String, _ values: [JSONValue]) {
        if !values.isEmpty { entries.append((key, .array(values))) }
    }
}

extension JSONValue {
    /// Returns a code of a code system.
    static func coding(_ system: String, _ code: String, _ display: String?) -> JSONValue {
        var coding = FHIRJSON()
        coding.add("system", system)
        coding.add("code", code)
        coding.add("display", display)
        return coding.json
    }

    /// Returns a concept with codes of one or more code systems.
    static func concept(_ codings: [JSONValue], text: String? = nil) -> JSONValue {
        var concept = FHIRJSON()
        concept.add("coding", codings)
        concept.add("text", text)
        return concept.json
    }
}
