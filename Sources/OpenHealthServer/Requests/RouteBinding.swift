// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthModel

/// A route and its handler.
package struct RouteBinding: Sendable {
    let route: APIRoute
    let answer: @Sendable (RequestScope) async throws -> Response

    package init(_ route: APIRoute, _ answer: @escaping @Sendable (RequestScope) async throws -> Response) {
        self.route = route
        self.answer = answer
    }
}

extension RouteBinding {
    /// Binds an endpoint to a closure that receives its request and returns its answer.
    init<Question, Answer>(
        _ endpoint: Endpoint<Question, Answer>,
        _ answer: @escaping @Sendable (RequestScope, Question) async throws -> Answer
    ) {
        self.init(writing: endpoint) { scope, question in
            scope.answer(try await answer(scope, question), to: endpoint)
        }
    }

    /// Binds an endpoint without a request body to a closure that returns its answer.
    init<Answer>(
        _ endpoint: Endpoint<Void, Answer>, _ answer: @escaping @Sendable (RequestScope) async throws -> Answer
    ) {
        self.init(endpoint.route) { scope in scope.answer(try await answer(scope), to: endpoint) }
    }

    /// Binds an endpoint to a closure whose answers depend only on the request, the app and the database, and are cached. The
    /// closure runs on a thread that may block.
    init<Question, Answer>(
        cached endpoint: Endpoint<Question, Answer>,
        _ answer: @escaping @Sendable (RequestScope, Question) throws -> Answer
    ) {
        self.init(endpoint.route) { scope in try await scope.cached(endpoint) { try answer(scope, $0) } }
    }

    /// Binds an endpoint to a closure that writes its answer, for answers that are long or have an additional format.
    init<Question, Answer>(
        writing endpoint: Endpoint<Question, Answer>,
        _ answer: @escaping @Sendable (RequestScope, Question) async throws -> Response
    ) {
        self.init(endpoint.route) { scope in
            try await answer(scope, try endpoint.read(endpoint.hasBody ? try await scope.body() : nil))
        }
    }
}

extension Endpoint {
    /// Whether requests have a body.
    fileprivate var hasBody: Bool { route.body != nil }

    /// Reads the body of a request.
    func read(_ body: ByteBuffer?) throws -> Question {
        try question.decode(try body.map(BodyReader.json) ?? JSONReader(.null))
    }
}

extension RequestScope {
    /// Returns the answer of an endpoint.
    func answer<Question, Answer>(
        _ answer: Answer, to endpoint: Endpoint<Question, Answer>, headers: HTTPFields = [:]
    ) -> Response {
        guard Answer.self != Void.self else { return done() }
        return self.answer(
            endpoint.answer.encode(answer) ?? .null, status: HTTPResponse.Status(code: endpoint.status),
            headers: headers)
    }

    /// Returns the answer of an endpoint from the cache, if it is there.
    func cached<Question, Answer>(
        _ endpoint: Endpoint<Question, Answer>, _ make: @escaping @Sendable (Question) throws -> Answer
    ) async throws -> Response {
        let body = endpoint.hasBody ? try await body() : nil
        return try await cached(body: body) {
            endpoint.answer.encode(try make(try endpoint.read(body))) ?? .null
        }
    }
}
