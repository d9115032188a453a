// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession
import OpenHealthStore
import Synchronization

/// What is found out about a request while it is answered, for the log.
final class RequestAccount: Sendable {
    private let identifier = Mutex<String?>(nil)
    /// The request's uses of the store.
    let work = RequestWork()

    /// The app that asks, once that is known.
    var app: String? { identifier.withLock { $0 } }

    /// Remembers who asks.
    func note(_ principal: Principal) {
        guard case .app(let app) = principal else { return }
        identifier.withLock { $0 = app.identifier }
    }
}
