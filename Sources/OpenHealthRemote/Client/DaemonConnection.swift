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
    /// The client for streams, each of which has a connection of its own.
    let streams: HTTPClient

    /// The file of trusted certificates, which is `nil` for those of the system, and the time limits.
    private struct Key: Hashable {
        let certificates: String?
        let timeLimits: RemoteTimeLimits
    }

    private static let made = Mutex<[Key: DaemonClients]>([:])

    /// Returns the clients with the certificates and time limits of some options.
    /// - Throws: an `HKError` if the file of certificates cannot be read.
    static func shared(_ options: RemoteOptions) throws -> DaemonClients {
        let key = Key(certificates: options.certificateAuthority?.path, timeLimits: options.timeLimits)
        return try made.withLock { made in
            if let clients = made[key] { return clients }
            let clients = try DaemonClients(options.certificateAuthority, options.timeLimits)
            made[key] = clients
            return clients
        }
    }

    private init(_ file: URL?, _ timeLimits: RemoteTimeLimits) throws {
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
        requests = Self.client(tls, timeLimits, connections: 64)
        streams = Self.client(tls, timeLimits, connections: 1024)
    }

    private static func client(
        _ tls: TLSConfiguration, _ timeLimits: RemoteTimeLimits, connections: Int
    ) -> HTTPClient {
        // A server does not move, and its token must not reach another host.
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(
                connect: TimeAmount(timeLimits.connect), read: TimeAmount(timeLimits.read)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // Requests fail at once if the server cannot be reached.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
