// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthModel
import NIOCore
import NIOSSL
import Synchronization

/// The HTTP clients of the process, which its sessions share; they end with it.
struct DaemonClients: Sendable {
    /// The client for requests.
    let questions: HTTPClient
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
        questions = Self.client(tls, connections: 64)
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
