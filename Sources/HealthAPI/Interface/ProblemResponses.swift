// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthModel

/// The answers to what goes wrong, as the OpenAPI document has them: one for each kind of problem, and the same as FHIR
/// says it.
enum ProblemResponses {
    /// All of them by name.
    static let components: [(key: String, value: JSONValue)] = [false, true].flatMap { isFHIR in
        Problem.Kind.allCases.map { (name($0, isFHIR: isFHIR), response($0, isFHIR: isFHIR)) }
    }

    /// What refers to one of them.
    static func reference(_ kind: Problem.Kind, isFHIR: Bool) -> String {
        "#/components/responses/" + name(kind, isFHIR: isFHIR)
    }

    private static func name(_ kind: Problem.Kind, isFHIR: Bool) -> String {
        (isFHIR ? "fhir-" : "") + kind.rawValue
    }

    private static func response(_ kind: Problem.Kind, isFHIR: Bool) -> JSONValue {
        let content: (type: String, schema: JSONSchema) =
            isFHIR ? (FHIRSchemas.contentType, .named("OperationOutcome")) : (Problem.contentType, .named("Problem"))
        var entries: [(key: String, value: JSONValue)] = [("description", .string(kind.title))]
        if let field = field(kind) {
            let schema = JSONValue.object([("type", .string("string"))])
            entries.append(("headers", .object([(field, .object([("schema", schema)]))])))
        }
        entries.append(("content", .object([(content.type, .object([("schema", content.schema.json)]))])))
        return .object(entries)
    }

    /// A field of the head that says more.
    private static func field(_ kind: Problem.Kind) -> String? {
        switch kind {
        case .unauthenticated: "WWW-Authenticate"
        case .methodNotAllowed: "Allow"
        case .tooManyRequests: "Retry-After"
        default: nil
        }
    }
}
