// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import ServiceLifecycle

/// A server of one person's health database for many apps over HTTP.
///
/// The server owns the store's file: a second server on the same file refuses to start. Apps register and request permission for
/// each type; the person answers on the server's pages.
public final class HealthDaemon: Service {
    /// The configuration of the server.
    public let configuration: Configuration
    let services: DaemonServices
    let logger: Logger
    private let tls: TLSConfiguration?

    /// Opens the database.
    /// - Throws: A `StoreError`, or a ``DaemonError`` if the server cannot run with this configuration.
    public init(_ configuration: Configuration, logger: Logger = Logger(label: "health")) throws {
        guard Self.isLoopback(configuration.host) || configuration.tls != nil || configuration.isInsecureAllowed else {
            throw DaemonError.plainBeyondLoopback(host: configuration.host)
        }
        self.configuration = configuration
        self.logger = logger
        tls = try configuration.tls.map(Self.tls)
        services = try DaemonServices(configuration, logger: logger)
    }

    /// Runs until the task is canceled or the service group shuts down gracefully. Requests that have begun are answered.
    public func run() async throws {
        try await run { _ in }
    }

    /// Runs in the same way, and passes the address to a closure when the server listens.
    /// - Throws: A ``DaemonError`` if it cannot listen.
    public func run(onListening: @escaping @Sendable (SocketAddress) async -> Void) async throws {
        defer {
            do {
                try services.database.accessLog.write()
            } catch {
                logger.warning("the access log could not be written", metadata: ["error": "\(error)"])
            }
            services.claim?.end()
        }
        let application = Application(
            responder: WatchedResponder(DaemonRouter.router(services).buildResponder(), services),
            server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                // The registry closes excess connections; this keeps the process below its limit on open files.
                availableConnectionsDelegate: MaximumAvailableConnections(Self.maximumSockets(configuration.limits))),
            services: services.background,
            onServerRunning: { channel in
                if let address = channel.localAddress {
                    self.services.note(address)
                    await onListening(address)
                }
            },
            logger: logger)
        let (lifecycle, connections) = (services.lifecycle, services.connections)
        defer { connections.closeAll() }
        do {
            try await withTaskCancellationOrGracefulShutdownHandler {
                try await application.run()
            } onCancelOrGracefulShutdown: {
                lifecycle.beginStopping()
                connections.stop()
            }
        } catch let error where !services.isListening {
            throw listeningError(error)
        }
    }

    /// Returns the code that `/owner/setup` requires with the owner's first passphrase, or nil if there is an owner. The code is
    /// for the person who started the server and is not logged.
    public func setupCode() async throws -> String? {
        try await services.workers.run { [services] in try services.owner.setupCode() }
    }

    /// A message for the operator if the pages are incomplete; otherwise nil.
    public var pageAdvice: String? { configuration.pages?.advice }

    /// Returns the handling of connections without TLS.
    func connections(_ responder: @escaping HTTPChannelHandler.Responder) -> LastingConnections {
        let (limits, services) = (configuration.limits, services)
        let settings = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(
                    seconds: limits.idleSeconds, headSeconds: limits.headSeconds,
                    closedSeconds: limits.closedSeconds, open: services.metrics.connections,
                    registry: services.connections)
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
        return LastingConnections(base: HTTP1Channel(responder: responder, configuration: settings))
    }

    private func server() throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder { self.connections($0) }
        return try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain
    }

    /// Returns the maximum number of open sockets: those that the registry keeps, and a few that it is about to close.
    private static func maximumSockets(_ limits: Limits) -> Int {
        let wanted = limits.connections + limits.connectionsForOwner + 64
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return wanted }
        // The store, uploads and receivers also need files.
        return min(wanted, max(16, Int(clamping: files.rlim_cur) - 128))
    }

    private func listeningError(_ error: any Error) -> any Error {
        let (host, port) = (configuration.host, configuration.port)
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            return DaemonError.addressInUse(host: host, port: port)
        case let error as IOError:
            return DaemonError.unusableAddress(host: host, port: port, String(cString: strerror(error.errnoCode)))
        case is SocketAddressError, is SocketAddressError.UnknownHost:
            return DaemonError.unusableAddress(host: host, port: port, "there is no such address")
        default:
            return error
        }
    }

    /// Returns whether an address reaches only this machine.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" { return true }
        guard let address = try? SocketAddress(ipAddress: host, port: 0) else { return false }
        switch address {
        case .v4: return address.ipAddress?.hasPrefix("127.") ?? false
        case .v6: return address.ipAddress == "::1"
        default: return false
        }
    }

    private static func tls(_ files: TLSFiles) throws -> TLSConfiguration {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate.path)
            let key = try NIOSSLPrivateKey(file: files.key.path, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            // A client that does not respond to the end of TLS must not delay the end of the server.
            configuration.shutdownTimeout = .seconds(1)
            // Verifies that the key belongs to the certificate.
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw DaemonError.unreadableCertificate(files, "\(error)")
        }
    }
}

/// A child channel for HTTP/1.1 that retains its connections until they are closed.
///
/// A connection that is accepted while the server ends has no handler, and SwiftNIO traps when the last reference to an open one
/// is released ("Deinited NIOAsyncWriter without calling finish()"). ``ConnectionRegistry`` closes it.
struct LastingConnections: ServerChildChannel {
    let base: HTTP1Channel

    /// The maximum number of bytes of a read. Several parts are buffered for a request that does not read its body yet, so this
    /// limits the memory use of a connection.
    private static let maximumRead = 16 << 10

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 4 << 10, maximum: Self.maximumRead)
        return channel.setOption(.recvAllocator, value: allocator).flatMap {
            base.setup(channel: channel, logger: logger)
        }.map { connection in
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
            return connection
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// The reason why a server cannot run.
public enum DaemonError: Error, Sendable, CustomStringConvertible {
    /// Health data would leave the machine unencrypted.
    case plainBeyondLoopback(host: String)
    /// The certificate or the key cannot be read.
    case unreadableCertificate(HealthDaemon.TLSFiles, String)
    /// Another server uses the file.
    case alreadyServed(path: String, process: Int?)
    /// Another process listens at the address.
    case addressInUse(host: String, port: Int)
    /// The address does not belong to this machine, or may not be used.
    case unusableAddress(host: String, port: Int, String)

    /// Whether the cause is an argument with which the server was started.
    public var isAboutArguments: Bool {
        if case .plainBeyondLoopback = self { true } else { false }
    }

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .plainBeyondLoopback(let host):
            "listening at \(host) without TLS would send health data in the clear: give --tls-cert and --tls-key, listen "
                + "at 127.0.0.1 behind a proxy with TLS, or use --insecure on a private network"
        case .unreadableCertificate(let files, let reason):
            "cannot use the certificate \(files.certificate.path) with the key \(files.key.path): \(reason); both have "
                + "to be PEM files that this user may read"
        case .alreadyServed(let path, let process):
            "another server\(process.map { " (process \($0))" } ?? "") serves \(path): stop it, or serve another file "
                + "with --store"
        case .addressInUse(let host, let port):
            "another program listens at \(host), port \(port): stop it, or choose another port with --listen"
        case .unusableAddress(let host, let port, let reason):
            "cannot listen at \(host), port \(port): \(reason); give another address with --listen"
        }
    }
}

extension DaemonError: ReportableError {}
