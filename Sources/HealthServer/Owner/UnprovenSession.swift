// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthStore

/// A session of the owner's in a request that has its cookie alone.
///
/// The owner's browser sends the cookie to every port of the host, so whoever sends it may have read it there.
struct UnprovenSession: Sendable {
    let stored: StoredOwnerSession

    /// The session with its token; nil for another token.
    func proven(by token: String) -> OwnerSession? {
        guard Secret.hash(token) == stored.tokenHash else { return nil }
        return OwnerSession(
            id: stored.id, formToken: token, tokenHash: stored.tokenHash, confirmed: stored.confirmed)
    }
}
