// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A session of the owner's, as the store keeps it.
package struct StoredOwnerSession: Sendable, Equatable {
    /// The number of the session; 0 before the store has given one.
    package var id: Int64 = 0
    /// SHA-256 of the token that comes with each request besides the cookie.
    package var tokenHash: Data
    /// The date of the sign-in.
    package var created: Date
    /// The last time that the passphrase was given in the session.
    package var confirmed: Date
    /// The last use.
    package var used: Date
    /// The address that the sign-in came from.
    package var address: String
    /// The name that the browser gave itself.
    package var agent: String

    package init(tokenHash: Data, created: Date, address: String, agent: String) {
        self.tokenHash = tokenHash
        self.created = created
        confirmed = created
        used = created
        self.address = address
        self.agent = agent
    }
}
