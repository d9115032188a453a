// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A route of the server: a method and a path, with their audience, parameters, body and answers.
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
    /// Whether the answer is displayed in a browser, or the body is a form of a page.
    public let details: String
    /// The parameters in the path, the query and the header.
    package let parameters: [APIParameter]
    /// The body; nil if there is none.
    package let body: APIBody?
    /// The answers to successful requests.
    package let answers: [APIAnswer]
    /// The problems of the route, in addition to those of every route.
    public let problems: [Problem.Kind]

    package init(
        _ id: String, _ method: Method, _ path: String, for audience: Audience, _ summary: String, details: String = "",
        parameters: [APIParameter] = [], body: APIBody? = nil, answers: [APIAnswer], problems: [Problem.Kind] = []
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.audience = audience
        self.summary = summary
        self.details = details
        self.parameters = parameters
        self.body = body
        self.answers = answers
        self.problems = problems
    }

    /// The group of the route in the document: the first part of the path that is not a version.
    public var tag: String {
        path.split(separator: "/").first { $0 != "v1" && !$0.hasPrefix("{") }.map(String.init) ?? "server"
    }
}
