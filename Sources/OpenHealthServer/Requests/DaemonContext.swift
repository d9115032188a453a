// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// What the server knows of a request besides what it says.
package struct DaemonContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Where it comes from.
    let remoteAddress: SocketAddress?
    /// The channel of the request's connection.
    let channel: any Channel
    /// What the log says of it.
    let account = RequestAccount()

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }
}
