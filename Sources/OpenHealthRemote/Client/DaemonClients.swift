// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import OpenHealthModel
import NIOCore
import NIOSSL
import Synchronization

/// The connections of the process, which its sessions share; they end with it.
struct DaemonClients: Sendable {
    /// For questions.
    let questions: HTTPClient
    /// For streams, each of which has a connection to itself. A daemon that has nothing to tell says so every fifteen seconds.
    let streams: HTTPClient

    /// Those for each file of certificates that is trusted; an empty name stands for the system's own.
    private static let made = Mutex<[String: DaemonClients]>([:])

    /// The connections to daemons whose certificates some file vouches for.
    /// - Throws: an `HKError` where the file cannot be read.
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
        // A daemon does not move, and its token is for nobody else.
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: .seconds(60)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // Whoever asks is told at once that nobody is there.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
