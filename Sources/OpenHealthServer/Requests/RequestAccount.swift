// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The facts about a request that are found while it is answered, for the log.
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
