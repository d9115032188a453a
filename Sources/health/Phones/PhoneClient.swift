// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import OpenHealthAPI
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthServer
import Synchronization

/// The HTTP connection of a simulated app on a phone.
final class PhoneClient: Sendable {
    /// The token with which the app authenticates.
    struct Credentials: Sendable {
        var app: PhoneApp
        var token: String
    }

    /// A push.
    struct Request: Sendable {
        var path: String
        /// The body in JSON.
        var body: String
        var headers: [(String, String)] = []
    }

    /// The response of the server.
    struct Response: Sendable {
        var status: Int
        var text: String

        var json: JSONValue? { JSONValue(text) }
        /// Whether the same push can succeed later.
        var isTemporary: Bool { status >= 500 || [408, 425, 429].contains(status) }
    }

    private let server: String
    private let state: Mutex<Credentials>

    /// - Parameter server: The address without a slash at its end.
    init(server: String, _ credentials: Credentials) {
        self.server = server
        state = Mutex(credentials)
    }

    var credentials: Credentials {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// The HTTP client of the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: .seconds(60)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The maximum length of a response, in bytes. A response has up to a thousand refusals.
    private static let maximumResponseLength = 16 << 20

    /// Sends a request.
    /// - Throws: A ``ToolError`` if there is no response.
    func send(_ request: Request) async throws -> Response {
        var sent = HTTPClientRequest(url: server + request.path)
        sent.method = .POST
        sent.headers.add(name: "Content-Type", value: "application/json")
        let credentials = credentials
        if !credentials.token.isEmpty {
            let header = credentials.app.header(token: credentials.token)
            sent.headers.add(name: header.name, value: header.value)
        }
        for (name, value) in request.headers { sent.headers.add(name: name, value: value) }
        sent.body = .bytes(Array(request.body.utf8))
        do {
            let response = try await Self.client.execute(sent, timeout: .seconds(120))
            let body = try await response.body.collect(upTo: Self.maximumResponseLength)
            return Response(status: Int(response.status.code), text: String(buffer: body))
        } catch {
            throw ToolError(
                .notFound, "the server at \(server) does not respond",
                remedy: "start it with `health serve`, and check the address given with --server")
        }
    }

    /// Checks the status of a response.
    /// - Throws: A ``ToolError`` if it is not a success.
    func check(_ response: Response) throws {
        switch response.status {
        case 200..<300: return
        case 401:
            throw ToolError(
                .badArgument, "the server does not accept the token or code",
                remedy: "connect the app with `health apps pair --for \(credentials.app.rawValue)`")
        default:
            let detail = response.json?["detail"]?.string ?? "it has no explanation"
            throw ToolError(
                .notFound, "the server answers with the status \(response.status): \(detail)",
                remedy: "check the log of the server")
        }
    }
}
