// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix

/// A connection on which any bytes can be sent, for clients that violate the protocol.
struct RudeClient: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Connects to a port of this machine.
    init(_ port: Int) async throws {
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    /// Calls a closure with the connection, and closes it.
    /// - Parameter body: A closure with the writer and the incoming data.
    func use<T: Sendable>(
        _ body:
            @Sendable @escaping (
                NIOAsyncChannelOutboundWriter<ByteBuffer>, inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
            ) async throws -> T
    ) async throws -> T {
        try await channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            return try await body(outbound, &iterator)
        }
    }

    /// Sends pieces one after the other, and returns the response when the daemon closes the connection.
    static func exchange(_ port: Int, _ pieces: [String]) async throws -> String {
        try await RudeClient(port).use { outbound, inbound in
            for piece in pieces {
                // The daemon can close the connection early.
                do { try await outbound.write(ByteBuffer(string: piece)) } catch { break }
            }
            var received = ""
            while let part = try? await inbound.next() { received += String(buffer: part) }
            return received
        }
    }
}
