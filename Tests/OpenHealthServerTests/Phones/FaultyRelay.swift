// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// A server that passes requests on to another one, with faults: some requests are answered with 500 and not passed on, and the responses
/// to some others are lost.
final class FaultyRelay: Sendable {
    private let count = Mutex(0)

    /// The number of requests.
    var requests: Int { count.withLock { $0 } }

    private func handle(_ request: Request, to server: String, _ client: HTTPClient) async throws -> Response {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number % 5 == 1 { return Response(status: .internalServerError) }
        var passed = HTTPClientRequest(url: server + request.uri.string)
        passed.method = .POST
        for field in request.headers where field.name != .contentLength {
            passed.headers.add(name: field.name.canonicalName, value: field.value)
        }
        passed.body = .bytes(try await request.body.collect(upTo: 64 << 20))
        let response = try await client.execute(passed, timeout: .hours(1))
        let body = try await response.body.collect(upTo: 16 << 20)
        if number % 5 == 3 { return Response(status: .badGateway) }
        return Response(status: .init(code: Int(response.status.code)), body: .init(byteBuffer: body))
    }

    /// Runs a relay for the duration of a closure.
    static func with(
        _ server: String, _ client: HTTPClient, _ body: @Sendable (FaultyRelay, _ url: String) async throws -> Void
    ) async throws {
        let relay = FaultyRelay()
        let router = Router()
        router.post("/**") { request, _ in try await relay.handle(request, to: server, client) }
        try await LoopbackServer.with(router) { try await body(relay, $0) }
    }
}
