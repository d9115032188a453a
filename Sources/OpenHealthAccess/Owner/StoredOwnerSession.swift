// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthStore

/// A stored session of the owner.
package struct StoredOwnerSession: Sendable, Equatable {
    /// The number of the session; 0 before it is stored.
    package var id: Int64
    /// The SHA-256 of the token that each request contains in addition to the cookie.
    package var tokenHash: Data
    /// The date of the sign-in.
    package var created: Date
    /// The date when the passphrase was last entered in the session.
    package var confirmed: Date
    /// The date of the last use.
    package var used: Date
    /// The address of the client at sign-in.
    package var address: String
    /// The user agent of the browser.
    package var agent: String

    /// - Parameters:
    ///   - confirmed: The date when the passphrase was last entered; nil for the date of the sign-in.
    ///   - used: The date of the last use; nil for the date of the sign-in.
    package init(
        id: Int64 = 0, tokenHash: Data, created: Date, confirmed: Date? = nil, used: Date? = nil, address: String,
        agent: String
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.created = created
        self.confirmed = confirmed ?? created
        self.used = used ?? created
        self.address = address
        self.agent = agent
    }
}
