// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// What an app was allowed when it was answered: a long answer ends where that changes on its way.
struct PermissionSnapshot: Sendable {
    private let session: AppSession
    private let type: HKObjectType
    private let permission: AppPermission?

    /// Looks up what an app may do with a type; waits for the store. To be called before what is sent is read.
    init(_ session: AppSession, of type: HKObjectType) throws {
        self.session = session
        self.type = type
        permission = try session.permissions(for: [type])[type]
    }

    /// Checks that it has not changed; waits for the store.
    func check() throws {
        guard try session.permissions(for: [type])[type] == permission else {
            throw Problem(.conflict, "What the app may read has changed while it was being answered. Ask again.")
        }
    }
}
