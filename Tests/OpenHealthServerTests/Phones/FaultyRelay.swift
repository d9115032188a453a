// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// A server that passes requests on to another one, with faults: some requests are answered with 500 and not passed on, and the answers
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
        let answer = try await client.execute(passed, timeout: .seconds(60))
        let body = try await answer.body.collect(upTo: 16 << 20)
        if number % 5 == 3 { return Response(status: .badGateway) }
        return Response(status: .init(code: Int(answer.status.code)), body: .init(byteBuffer: body))
    }

    /// Runs a relay for the duration of a closure.
    static func with(
        _ server: String, _ client: HTTPClient, _ body: @Sendable (FaultyRelay, _ url: String) async throws -> Void
    ) async throws {
        let relay = FaultyRelay()
        let router = Router()
        router.post("/**") { request, _ in try await relay.handle(request, to: server, client) }
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            try await body(relay, "http://127.0.0.1:\(port)")
            group.cancelAll()
        }
    }
}
