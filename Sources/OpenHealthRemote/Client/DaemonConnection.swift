// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import OpenHealthAPI
import OpenHealthModel
import Synchronization

/// A sender of requests to a server.
struct DaemonConnection: Sendable {
    let address: DaemonAddress
    let clients: DaemonClients

    init(_ address: DaemonAddress, _ clients: DaemonClients) {
        self.address = address
        self.clients = clients
    }

    /// Sends a request, and reads the response if it is a success. A request is sent again if the server had closed a kept
    /// connection.
    /// - Throws: a ``DaemonFailure``, an `HKError`, or `CancellationError` if the task is cancelled: the request is withdrawn.
    func ask<Value>(_ request: DaemonRequest, _ read: (DaemonResponse) async throws -> Value) async throws -> Value {
        do {
            let response = DaemonResponse(try await response(request))
            try await response.check()
            return try await read(response)
        } catch let error as HKError {
            throw error
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw DaemonFailure(error)
        }
    }

    private func response(_ request: DaemonRequest) async throws -> HTTPClientResponse {
        var sent = HTTPClientRequest(url: address.base + request.target)
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        sent.headers = headers(request)
        if let body = request.body { sent.body = .bytes(body) }
        do {
            return try await clients.requests.execute(sent, deadline: .distantFuture)
        } catch let error as HTTPClientError where error == .remoteConnectionClosed && request.isRepeatable {
            return try await clients.requests.execute(sent, deadline: .distantFuture)
        }
    }

    /// Returns the JSON of a response.
    /// - Throws: a ``DaemonFailure``, or `CancellationError` if the task is cancelled.
    func json(_ request: DaemonRequest) async throws -> JSONReader { try await ask(request) { try await $0.json() } }

    private func headers(_ request: DaemonRequest) -> HTTPHeaders {
        var headers = HTTPHeaders([
            ("Authorization", "Bearer " + address.token), ("Accept", request.accept),
            ("User-Agent", "OpenHealthKit"),
        ])
        if request.body != nil { headers.add(name: "Content-Type", value: request.contentType) }
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        return headers
    }

    /// Sends a request whose response arrives at a delegate.
    func send<Delegate: HTTPClientResponseDelegate>(
        _ request: DaemonRequest, _ delegate: Delegate, _ client: HTTPClient
    ) throws -> HTTPClient.Task<Delegate.Response> {
        do {
            let sent = try HTTPClient.Request(
                url: address.base + request.target, method: HTTPMethod(rawValue: request.method.rawValue),
                headers: headers(request), body: request.body.map { .data($0) })
            return client.execute(request: sent, delegate: delegate)
        } catch {
            throw DaemonFailure(error)
        }
    }
}

/// The HTTP clients of the process, which all apps share; they end with it.
struct DaemonClients: Sendable {
    /// The client for requests.
    let requests: HTTPClient
    /// The client for streams, each of which has a connection of its own. A server without news sends a comment every fifteen
    /// seconds.
    let streams: HTTPClient

    /// The clients for each file of trusted certificates; an empty name is that of the system's certificates.
    private static let made = Mutex<[String: DaemonClients]>([:])

    /// Returns the clients that trust the certificates in a file.
    /// - Throws: an `HKError` if the file cannot be read.
    static func trusting(_ file: URL?) throws -> DaemonClients {
        try made.withLock { made in
            if let clients = made[file?.path ?? ""] { return clients }
            let clients = try DaemonClients(file)
            made[file?.path ?? ""] = clients
            return clients
        }
    }

    private init(_ file: URL?) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let file {
            do {
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file.path))
            } catch {
                throw HKError(
                    .errorInvalidArgument,
                    "The certificates in \(file.path) cannot be read: \(error). Give a file in the PEM format.")
            }
        }
        requests = Self.client(tls, connections: 64)
        streams = Self.client(tls, connections: 1024)
    }

    private static func client(_ tls: TLSConfiguration, connections: Int) -> HTTPClient {
        // A server does not move, and its token must not reach another host.
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: .seconds(60)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // Requests fail at once if the server cannot be reached.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
