// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

extension RequestScope {
    /// Checks that the app has any permission that this route could use, before a large body is read. The permissions for the
    /// types in the body are checked after it has been read.
    /// - Throws: a ``Problem``, `forbidden`, if the app has no such permission.
    func checkGrant() async throws {
        guard case .app(let app) = principal else { return }
        let (database, onlyReads) = (database, route.onlyReads)
        let may = try await blocking {
            onlyReads ? try database.hasAsked(app: app.identifier) : try database.maySave(app: app.identifier)
        }
        guard !may else { return }
        throw Problem(
            .forbidden,
            onlyReads
                ? "The app has not asked for permission to read anything. Ask with POST /v1/authorization-requests."
                : "The app may not save anything. Ask for permission with POST /v1/authorization-requests.")
    }
}
