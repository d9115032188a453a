// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A part of a request that is not in its body.
package struct APIParameter: Sendable {
    /// The location of a parameter.
    package enum Place: String, Sendable {
        case path, query, header
    }

    package let name: String
    package let place: Place
    package let isRequired: Bool
    package let schema: JSONSchema
    package let summary: String

    private init(_ name: String, _ place: Place, isRequired: Bool, _ schema: JSONSchema, _ summary: String) {
        self.name = name
        self.place = place
        self.isRequired = isRequired
        self.schema = schema
        self.summary = summary
    }

    /// Returns a variable part of the path.
    package static func path(_ name: String, _ schema: JSONSchema, _ summary: String) -> APIParameter {
        APIParameter(name, .path, isRequired: true, schema, summary)
    }

    /// Returns a parameter of the query.
    package static func query(
        _ name: String, _ schema: JSONSchema, _ summary: String, isRequired: Bool = false
    ) -> APIParameter {
        APIParameter(name, .query, isRequired: isRequired, schema, summary)
    }

    /// Returns a header field.
    package static func header(_ name: String, _ schema: JSONSchema, _ summary: String) -> APIParameter {
        APIParameter(name, .header, isRequired: false, schema, summary)
    }
}

extension APIParameter {
    /// The query parameters that select samples of a type.
    static let someSamples: [APIParameter] = [
        .query("from", .date, "Samples that end after this date."),
        .query("to", .date, "Samples that start before this date."),
        .query(
            "predicate", .string(length: 1...PredicateJSON.most),
            "A further predicate for the samples: see /v1/samples."),
    ]
}
