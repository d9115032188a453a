// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore

/// HTTP/1.1 over connections that stay in memory until they are closed.
///
/// One that is accepted while the daemon ends is handed to nobody, and SwiftNIO ends the process when the last reference to an
/// open one goes ("Deinited NIOAsyncWriter without calling finish()"). The idle timeout closes it.
struct LastingConnections: ServerChildChannel {
    let base: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        base.setup(channel: channel, logger: logger).map { connection in
            channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
            return connection
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
