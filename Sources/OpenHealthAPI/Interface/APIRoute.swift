// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One thing that can be asked of the daemon: a method and a path, who may ask, what has to be sent, what comes back.
///
/// The server binds each route to what answers it, the client makes its requests from them, and the OpenAPI document is
/// written from them, so that the three cannot differ.
public struct APIRoute: Sendable, Identifiable {
    /// Methods of HTTP that routes have.
    public enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// Who may ask.
    public enum Audience: String, Sendable, CaseIterable {
        /// Anybody who reaches the daemon.
        case anyone
        /// An app, with its token.
        case app
        /// The owner of the database, in a session of theirs.
        case owner
    }

    /// Names the route in every other place; the operationId of the document.
    public let id: String
    /// The method.
    public let method: Method
    /// The path; its variable parts stand in braces.
    public let path: String
    /// Who may ask.
    public let audience: Audience
    /// What it is good for, in a few words.
    public let summary: String
    /// What else there is to know.
    public let details: String
    /// What may stand in the path, the query and the head.
    package let parameters: [APIParameter]
    /// What may be sent; nil for nothing.
    package let body: APIBody?
    /// What comes back where all went well.
    package let answers: [APIAnswer]
    /// What comes back otherwise, besides what every route may answer.
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

    /// The group of the route in the document: the first part of the path that is no version.
    public var tag: String {
        path.split(separator: "/").first { $0 != "v1" && !$0.hasPrefix("{") }.map(String.init) ?? "server"
    }
}
