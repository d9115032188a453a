// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// The context of a request beyond its contents.
package struct DaemonContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address that the request comes from.
    let remoteAddress: SocketAddress?
    /// The channel of the request's connection.
    let channel: any Channel
    /// The facts about the request for the log.
    let account = RequestAccount()

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }
}
