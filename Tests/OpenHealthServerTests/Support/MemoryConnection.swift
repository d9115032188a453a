// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded

@testable import OpenHealthServer

/// A connection to a daemon without a socket. The test advances the time of its limits.
final class MemoryConnection: Sendable {
    private let channel: NIOAsyncTestingChannel
    private let handling: Task<Void, Never>

    private init(_ channel: NIOAsyncTestingChannel, _ handling: Task<Void, Never>) {
        self.channel = channel
        self.handling = handling
    }

    /// Runs a closure with a new connection to a daemon.
    static func with<T: Sendable>(
        _ daemon: HealthDaemon, _ body: @Sendable (MemoryConnection) async throws -> T
    ) async throws -> T {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let responder = WatchedResponder(DaemonRouter.router(daemon.services).buildResponder(), daemon.services)
        let connections = daemon.connections { (request, writer: consuming ResponseWriter, channel) in
            let context = DaemonContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            let response = try await responder.respond(to: request, context: context)
            try await writer.write(response: response.head, body: response.body)
        }
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let channel = NIOAsyncTestingChannel()
        channel.remoteAddress = address
        let connection = try await connections.setup(channel: channel, logger: logger).get()
        try await channel.connect(to: address).get()
        let handling = Task { await connections.handle(value: connection, logger: logger) }
        let result: Result<T, any Error>
        do {
            result = .success(try await body(MemoryConnection(channel, handling)))
        } catch {
            result = .failure(error)
        }
        try? await channel.close().get()
        await handling.value
        return try result.get()
    }

    /// Whether the connection is open.
    var isOpen: Bool { channel.isActive }

    /// Sends bytes. The server may have closed the connection.
    func send(_ text: String) async {
        _ = try? await channel.writeInbound(ByteBuffer(string: text))
    }

    /// Advances the time of the connection's limits.
    func pass(_ time: TimeAmount) async {
        await channel.testingEventLoop.advanceTime(by: time)
    }

    /// Stops or continues to take bytes of the server.
    func setReading(_ isReading: Bool) async throws {
        channel.isWritable = isReading
        try await channel.testingEventLoop.executeInContext { [channel] in
            channel.pipeline.fireChannelWritabilityChanged()
        }
    }

    /// Reads what the server sends until a text appears in it, or until it closes the connection.
    func read(until text: String? = nil) async -> String {
        var received = ""
        while text.map({ !received.contains($0) }) ?? true {
            guard let part = try? await channel.waitForOutboundWrite(as: ByteBuffer.self) else { break }
            received += String(buffer: part)
        }
        return received
    }
}
