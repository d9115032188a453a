// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension APIRoute {
    /// The route as an operation of the OpenAPI document.
    var operation: JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("operationId", .string(id)), ("tags", .array([.string(tag)])), ("summary", .string(summary)),
        ]
        if !details.isEmpty { entries.append(("description", .string(details))) }
        if !parameters.isEmpty { entries.append(("parameters", .array(parameters.map(\.document)))) }
        if let body { entries.append(("requestBody", body.document)) }
        entries.append(("responses", documentedResponses))
        entries.append(("security", .array(security)))
        return .object(entries)
    }

    /// The route as a request of the server to an app: the operation without the errors of the server.
    var webhook: JSONValue {
        .object([
            ("operationId", .string(id)), ("summary", .string(summary)), ("description", .string(details)),
            ("parameters", .array(parameters.map(\.document))), ("requestBody", body?.document ?? .null),
            ("responses", .object(responses.map { (String($0.status), $0.document(isPage: false)) })),
        ])
    }

    /// Whether people see the response in a browser, or the body is a form of a page.
    package var isPage: Bool {
        isForm || responses.contains { $0.content.contains { $0.type == PageRoutes.contentType } }
    }

    /// Whether the body is a form of a page.
    package var isForm: Bool { body?.content.contains { $0.type == PageRoutes.formType } ?? false }

    /// Whether the response can be one of several pages, the next of which has an address of its own.
    package var hasNextPages: Bool {
        method == .get && parameters.contains { $0.place == .query && $0.name == "cursor" }
    }

    /// Whether the route is part of FHIR, errors included.
    package var isFHIR: Bool { path.hasPrefix("/fhir/") }

    /// Whether errors have the form of OAuth.
    package var isOAuth: Bool { OAuthRoutes.machinePaths.contains(path) }

    /// Whether query parameters that the route does not declare are refused. Pages ignore them, since their scripts have parameters
    /// of their own; so do FHIR, Nightscout and OAuth, whose specifications or clients require it.
    package var refusesUnknownParameters: Bool {
        !isPage && !isFHIR && !isOfOtherProgram && !path.hasPrefix("/oauth/")
            && !path.hasPrefix("/.well-known/") && id != PageRoutes.asset.id && id != PageRoutes.worker.id
    }

    private var problemForm: ProblemResponses.Form {
        isFHIR ? .fhir : isOAuth ? .oauth : isPage ? .page : .problem
    }

    private var security: [JSONValue] {
        switch audience {
        case .anyone: []
        case .app: [.object([("token", .array([]))])]
        case .owner:
            // Page forms have the token among their fields. A page that is opened by its address has no token, and contains no
            // data of the owner until its script has sent the token.
            problemForm == .page
                ? [.object([("session", .array([]))])]
                : [.object([("session", .array([])), ("formToken", .array([]))])]
        }
    }

    private var documentedResponses: JSONValue {
        var responses = self.responses.map { (key: String($0.status), value: $0.document(isPage: hasNextPages)) }
        // If several problems have the same status, the document names the first one.
        for kind in Problem.Kind.allCases
        where possibleProblems.contains(kind) && !responses.contains(where: { $0.key == String(kind.status) }) {
            let reference = ProblemResponses.reference(kind, problemForm)
            responses.append((String(kind.status), .object([("$ref", .string(reference))])))
        }
        return .object(responses)
    }

    /// The problems that the route may respond with: its own, and those that follow from its properties.
    package var possibleProblems: Set<Problem.Kind> {
        var kinds: Set<Problem.Kind> = [.invalidRequest, .internalError, .unavailable, .headerTooLarge]
        kinds.formUnion(problems)
        if audience != .anyone { kinds.formUnion([.unauthenticated, .forbidden, .tooManyRequests]) }
        if path.contains("{") { kinds.insert(.notFound) }
        if body != nil || !parameters.isEmpty { kinds.insert(.invalidArgument) }
        if body != nil { kinds.formUnion([.requestTimeout, .contentTooLarge, .unsupportedMediaType]) }
        if method != .get { kinds.insert(.insufficientStorage) }
        return kinds
    }
}

extension APIParameter {
    /// The parameter in the OpenAPI document.
    fileprivate var document: JSONValue {
        let style: [(key: String, value: JSONValue)] =
            isObject ? [("style", .string("deepObject")), ("explode", .bool(true))] : []
        return .object(
            [
                ("name", .string(name)), ("in", .string(place.rawValue)), ("required", .bool(isRequired)),
                ("description", .string(summary)),
            ] + style + [("schema", schema.json)])
    }
}

extension APIBody {
    /// The body in the OpenAPI document.
    fileprivate var document: JSONValue {
        .object([
            ("description", .string("\(most) bytes at most.")), ("content", content.document),
            ("required", .bool(isRequired)),
        ])
    }
}

extension APIResponse {
    /// Returns the response in the OpenAPI document.
    /// - Parameter isPage: Whether the response can be one of several pages.
    fileprivate func document(isPage: Bool) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("description", .string(summary))]
        if isPage {
            let text = "The address of the next page, with rel=\"next\" (RFC 8288); missing on the last one."
            let link = [("description", JSONValue.string(text)), ("schema", JSONSchema.string().json)]
            entries.append(("headers", .object([("Link", .object(link))])))
        }
        if !content.isEmpty { entries.append(("content", content.document)) }
        return .object(entries)
    }
}

extension [(type: String, schema: JSONSchema)] {
    /// The media types in the OpenAPI document. The schema of lines is that of each line.
    fileprivate var document: JSONValue {
        .object(
            map { type, schema in
                // Generators report that forms cannot have other fields, which are allowed without the keyword as well.
                let entries = schema.entries.filter { $0.key != "additionalProperties" || $0.value != .bool(true) }
                let schema = type == PageRoutes.formType ? JSONSchema(entries) : schema
                return (type, .object([("schema", schema.json)]))
            })
    }
}

/// The error responses of the OpenAPI document: one for each kind of problem, in each of the forms that problems have.
enum ProblemResponses {
    /// The form of a route's errors.
    enum Form: String, CaseIterable {
        /// A problem.
        case problem = ""
        /// An `OperationOutcome`, for clients of FHIR.
        case fhir = "fhir-"
        /// A page for a person, or a problem if the request did not reach the page.
        case page = "page-"
        /// An error of OAuth (RFC 6749, 5.2).
        case oauth = "oauth-"
    }

    /// All responses by name.
    static let components: [(key: String, value: JSONValue)] = Form.allCases.flatMap { form in
        Problem.Kind.allCases.map { (form.rawValue + $0.rawValue, response($0, form)) }
    }

    /// Returns a reference to a response.
    static func reference(_ kind: Problem.Kind, _ form: Form) -> String {
        "#/components/responses/" + form.rawValue + kind.rawValue
    }

    private static func content(_ form: Form) -> [(type: String, schema: JSONSchema)] {
        switch form {
        case .problem: [(Problem.contentType, .named("Problem"))]
        case .fhir: [(FHIRSchemas.contentType, .named("OperationOutcome"))]
        case .page: [("text/html", .string()), (Problem.contentType, .named("Problem"))]
        case .oauth: [("application/json", .named("OAuthError"))]
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
