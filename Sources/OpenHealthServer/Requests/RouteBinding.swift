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
    let handler: @Sendable (RequestScope) async throws -> Response

    package init(_ route: APIRoute, _ handler: @escaping @Sendable (RequestScope) async throws -> Response) {
        self.route = route
        self.handler = handler
    }
}

extension RouteBinding {
    /// Binds an endpoint to a closure that receives its request and returns its response.
    init<Input, Output>(
        _ endpoint: Endpoint<Input, Output>,
        _ handler: @escaping @Sendable (RequestScope, Input) async throws -> Output
    ) {
        self.init(writing: endpoint) { scope, input in
            scope.response(try await handler(scope, input), to: endpoint)
        }
    }

    /// Binds an endpoint without a request body to a closure that returns its response.
    init<Output>(
        _ endpoint: Endpoint<Void, Output>, _ handler: @escaping @Sendable (RequestScope) async throws -> Output
    ) {
        self.init(endpoint.route) { scope in scope.response(try await handler(scope), to: endpoint) }
    }

    /// Binds an endpoint to a closure whose responses depend only on the request, the app and the database, and are cached. The
    /// closure runs on a thread that may block.
    init<Input, Output>(
        cached endpoint: Endpoint<Input, Output>,
        _ handler: @escaping @Sendable (RequestScope, Input) throws -> Output
    ) {
        self.init(endpoint.route) { scope in try await scope.cached(endpoint) { try handler(scope, $0) } }
    }

    /// Binds an endpoint to a closure that writes its response, for responses that are long or have an additional format.
    init<Input, Output>(
        writing endpoint: Endpoint<Input, Output>,
        _ handler: @escaping @Sendable (RequestScope, Input) async throws -> Response
    ) {
        self.init(endpoint.route) { scope in
            try await handler(scope, try endpoint.read(endpoint.hasBody ? try await scope.body() : nil))
        }
    }
}

extension Endpoint {
    /// Whether requests have a body.
    fileprivate var hasBody: Bool { route.body != nil }

    /// Reads the body of a request.
    func read(_ body: ByteBuffer?) throws -> Input {
        try request.decode(try body.map { try BodyReader.json($0) } ?? JSONReader(.null))
    }
}

extension RequestScope {
    /// Returns the response of an endpoint.
    func response<Input, Output>(
        _ output: Output, to endpoint: Endpoint<Input, Output>, headers: HTTPFields = [:]
    ) -> Response {
        guard Output.self != Void.self else { return done() }
        return self.response(
            endpoint.response.encode(output) ?? .null, status: HTTPResponse.Status(code: endpoint.status),
            headers: headers)
    }

    /// Returns the response of an endpoint from the cache, if it is there.
    func cached<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ make: @escaping @Sendable (Input) throws -> Output
    ) async throws -> Response {
        let body = endpoint.hasBody ? try await body() : nil
        return try await cached(body: body) {
            endpoint.response.encode(try make(try endpoint.read(body))) ?? .null
        }
    }
}
