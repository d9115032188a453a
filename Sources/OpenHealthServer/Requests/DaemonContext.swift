// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The context of a request in addition to its contents.
package struct DaemonContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address that the request comes from.
    let remoteAddress: SocketAddress?
    /// The channel of the request's connection.
    let channel: any Channel
    /// The properties of the request for the log.
    let account = RequestAccount()

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }
}

/// The properties of a request that are determined while it is answered, for the log.
final class RequestAccount: Sendable {
    private let identifier = Mutex<String?>(nil)
    /// The request's uses of the store.
    let work = RequestWork()

    /// The app that sent the request, once it is known.
    var app: String? { identifier.withLock { $0 } }

    /// Records the sender of the request.
    func note(_ principal: Principal) {
        guard case .app(let app) = principal else { return }
        identifier.withLock { $0 = app.identifier }
    }
}
