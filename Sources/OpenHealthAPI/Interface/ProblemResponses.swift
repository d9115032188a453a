// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The error answers of the OpenAPI document: one for each kind of problem, in each of the forms that problems have.
enum ProblemResponses {
    /// The form of a route's errors.
    enum Form: String, CaseIterable {
        /// A problem.
        case problem = ""
        /// An `OperationOutcome`, for clients of FHIR.
        case fhir = "fhir-"
        /// A page for a person, or a problem if the request did not reach the page.
        case page = "page-"
    }

    /// All answers by name.
    static let components: [(key: String, value: JSONValue)] = Form.allCases.flatMap { form in
        Problem.Kind.allCases.map { (form.rawValue + $0.rawValue, response($0, form)) }
    }

    /// Returns a reference to an answer.
    static func reference(_ kind: Problem.Kind, _ form: Form) -> String {
        "#/components/responses/" + form.rawValue + kind.rawValue
    }

    private static func content(_ form: Form) -> [(type: String, schema: JSONSchema)] {
        switch form {
        case .problem: [(Problem.contentType, .named("Problem"))]
        case .fhir: [(FHIRSchemas.contentType, .named("OperationOutcome"))]
        case .page: [("text/html", .string()), (Problem.contentType, .named("Problem"))]
        }
    }

    private static func response(_ kind: Problem.Kind, _ form: Form) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("description", .string(kind.title))]
        if let field = field(kind) {
            let schema = JSONValue.object([("type", .string("string"))])
            entries.append(("headers", .object([(field, .object([("schema", schema)]))])))
        }
        entries.append(("content", .object(content(form).map { ($0.type, .object([("schema", $0.schema.json)])) })))
        return .object(entries)
    }

    /// Returns the header field with further details, if the kind has one.
    private static func field(_ kind: Problem.Kind) -> String? {
        switch kind {
        case .unauthenticated: "WWW-Authenticate"
        case .methodNotAllowed: "Allow"
        case .tooManyRequests: "Retry-After"
        default: nil
        }
    }
}
