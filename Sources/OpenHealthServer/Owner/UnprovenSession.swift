// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAccess
import OpenHealthStore

/// An owner's session in a request that has only its cookie.
///
/// The owner's browser sends the cookie to every port of the host, so the sender may have read it on another port.
package struct UnprovenSession: Sendable {
    let stored: StoredOwnerSession

    /// Returns the session if a token is its token, or nil otherwise.
    package func proven(by token: String) -> OwnerSession? {
        guard Secret.hash(token) == stored.tokenHash else { return nil }
        return OwnerSession(
            id: stored.id, formToken: token, tokenHash: stored.tokenHash, confirmed: stored.confirmed)
    }
}
