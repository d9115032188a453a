// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The permissions of an app at the time of an answer: a long answer ends if they change while it is sent.
struct PermissionSnapshot: Sendable {
    private let session: AppSession
    private let type: HKObjectType
    private let permission: AppPermission?

    /// Reads the app's permissions for a type; blocks until the store has answered. Must precede the read of the data to send.
    init(_ session: AppSession, of type: HKObjectType) throws {
        self.session = session
        self.type = type
        permission = try session.permissions(for: [type])[type]
    }

    /// Checks that the permissions have not changed; blocks until the store has answered.
    func check() throws {
        guard try session.permissions(for: [type])[type] == permission else {
            throw Problem(.conflict, "The app's permissions changed during the request. Send it again.")
        }
    }
}
