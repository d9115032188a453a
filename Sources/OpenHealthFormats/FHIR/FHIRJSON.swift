// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// An object of JSON that is put together entry by entry; what is nil or empty is left out, as FHIR wants it.
struct FHIRJSON {
    private var entries: [(key: String, value: JSONValue)] = []

    /// The object.
    var json: JSONValue { .object(entries) }

    var isEmpty: Bool { entries.isEmpty }

    init() {}

    /// Begins a resource.
    init(resource type: String) {
        add("resourceType", type)
    }

    mutating func add(_ key: String, _ value: JSONValue?) {
        guard let value else { return }
        entries.append((key, value))
    }

    /// FHIR has no empty text.
    mutating func add(_ key: String, _ text: String?) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return }
        entries.append((key, .string(text)))
    }

    mutating func add(_ key: String, _ values: [JSONValue]) {
        if !values.isEmpty { entries.append((key, .array(values))) }
    }
}

extension JSONValue {
    /// A code of a system of codes.
    static func coding(_ system: String, _ code: String, _ display: String?) -> JSONValue {
        var coding = FHIRJSON()
        coding.add("system", system)
        coding.add("code", code)
        coding.add("display", display)
        return coding.json
    }

    /// Something in the words of one or more systems of codes.
    static func concept(_ codings: [JSONValue], text: String? = nil) -> JSONValue {
        var concept = FHIRJSON()
        concept.add("coding", codings)
        concept.add("text", text)
        return concept.json
    }
}
