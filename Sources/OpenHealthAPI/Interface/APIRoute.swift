// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A route of the server: a method and a path, with their audience, parameters, body and responses.
///
/// The server binds each route to its handler, the client creates its requests from the routes, and the OpenAPI document is written
/// from them, so that the three cannot differ.
public struct APIRoute: Sendable, Identifiable {
    /// An HTTP method of routes.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The audience of a route.
    public enum Audience: String, Sendable, CaseIterable {
        /// Any client that reaches the server.
        case anyone
        /// An app, with its token.
        case app
        /// The owner of the database, in a session.
        case owner
    }

    /// The identifier of the route; the operationId of the document.
    public let id: String
    /// The method.
    public let method: Method
    /// The path, with its variable parts in braces.
    public let path: String
    /// The audience.
    public let audience: Audience
    /// The purpose, in a few words.
    public let summary: String
    /// Whether the response requires only reads, and so does not wait for a write, such as an import.
    package let onlyReads: Bool
    /// Whether the response is displayed in a browser, or the body is a form of a page.
    public let details: String
    /// The parameters in the path, the query and the header.
    package let parameters: [APIParameter]
    /// The body; nil if there is none.
    package let body: APIBody?
    /// The responses to successful requests.
    package let responses: [APIResponse]
    /// The problems of the route, in addition to those of every route.
    public let problems: [Problem.Kind]

    /// Declares a route.
    /// - Parameter onlyReads: Whether the response requires only reads; nil for all requests with GET, and no others.
    package init(
        _ id: String, _ method: Method, _ path: String, for audience: Audience, _ summary: String,
        onlyReads: Bool? = nil, details: String = "", parameters: [APIParameter] = [], body: APIBody? = nil,
        responses: [APIResponse], problems: [Problem.Kind] = []
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.audience = audience
        self.summary = summary
        self.onlyReads = onlyReads ?? (method == .get)
        self.details = details
        self.parameters = parameters
        self.body = body
        self.responses = responses
        self.problems = problems
    }

    /// Whether the path is one of another program, whose clients call it: Nightscout or Open Wearables.
    package var isOfOtherProgram: Bool { path.hasPrefix("/api/") || path == "/pebble" }

    /// The group of the route in the document: the first part of the path that is not a version, or the program whose paths it has.
    public var tag: String {
        if isOfOtherProgram { return id.contains("OpenWearables") ? "open-wearables" : "nightscout" }
        return path.split(separator: "/").first { $0 != "v1" && !$0.hasPrefix("{") }.map(String.init) ?? "server"
    }
}

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
    /// Whether the parameter is an object whose keys are sent in brackets: `name[key]=value`.
    package let isObject: Bool

    private init(
        _ name: String, _ place: Place, isRequired: Bool, _ schema: JSONSchema, _ summary: String,
        isObject: Bool = false
    ) {
        self.isObject = isObject
        self.name = name
        self.place = place
        self.isRequired = isRequired
        self.schema = schema
        self.summary = summary
    }

    /// Whether the parameter is a list, which is sent by repeating it.
    package var isList: Bool {
        schema.entries.contains { $0.key == "type" && $0.value == .string("array") }
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

    /// Returns a parameter of the query whose keys are sent in brackets: `name[key]=value`.
    package static func object(
        _ name: String, _ schema: JSONSchema, _ summary: String, isRequired: Bool = false
    ) -> APIParameter {
        APIParameter(name, .query, isRequired: isRequired, schema, summary, isObject: true)
    }

    /// Returns a header field.
    package static func header(
        _ name: String, _ schema: JSONSchema, _ summary: String, isRequired: Bool = false
    ) -> APIParameter {
        APIParameter(name, .header, isRequired: isRequired, schema, summary)
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

extension APIParameter {
    /// The field with the ETag of an earlier response (RFC 9110, 13.1.2).
    static let earlierTag = APIParameter.header(
        "If-None-Match", .string(), "The ETag of an earlier response; the response is 304 if it is still the same.")
}

/// The body of a request.
package struct APIBody: Sendable {
    /// The media types and their schemas.
    package let content: [(type: String, schema: JSONSchema)]
    /// The maximum number of bytes.
    package let most: Int
    package let isRequired: Bool
    /// Whether the body can be packed with gzip.
    package let acceptsGzip: Bool

    package init(
        _ content: [(type: String, schema: JSONSchema)], most: Int, isRequired: Bool = true, acceptsGzip: Bool = false
    ) {
        self.acceptsGzip = acceptsGzip
        self.content = content
        self.most = most
        self.isRequired = isRequired
    }

    /// Returns a body of JSON.
    package static func json(_ schema: JSONSchema, most: Int = 1 << 20) -> APIBody {
        APIBody([("application/json", schema)], most: most)
    }
}

/// The response to a successful request.
package struct APIResponse: Sendable {
    package let status: Int
    package let summary: String
    /// The media types and their schemas; empty for a response without a body.
    package let content: [(type: String, schema: JSONSchema)]

    package init(_ status: Int, _ summary: String, _ content: [(type: String, schema: JSONSchema)] = []) {
        self.status = status
        self.summary = summary
        self.content = content
    }

    /// Returns a response with JSON.
    package static func json(_ schema: JSONSchema, _ summary: String, status: Int = 200) -> APIResponse {
        APIResponse(status, summary, [("application/json", schema)])
    }

    /// The response if the client has it already: see ``APIParameter/earlierTag``.
    static let unchanged = APIResponse(304, "The response is the one that `If-None-Match` names.")

    /// Returns a response without a body.
    package static func nothing(_ summary: String) -> APIResponse { APIResponse(204, summary) }
}

/// The names of the cookies and of the field with which a browser sends the owner's session.
package enum OwnerSessionNames {
    /// The name of the session cookie; with TLS it is preceded by ``hostPrefix``.
    package static let cookie = "health_session"
    /// The name of the cookie that identifies a browser that has signed in before; prefixed like the session cookie.
    package static let deviceCookie = "health_device"
    /// The prefix of the names of cookies that a browser accepts only from this host and only over TLS (RFC 6265bis, 4.1.3.2).
    package static let hostPrefix = "__Host-"
    /// The header field with the session's token, which every request must have in addition to the cookie. A browser sends
    /// the cookie to every port of the host, but only a script of the server's own origin adds the token.
    package static let formTokenField = "X-CSRF-Token"
}
