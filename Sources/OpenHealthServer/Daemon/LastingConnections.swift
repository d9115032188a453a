// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore

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
