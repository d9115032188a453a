// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A session of the owner's in a request that has both its cookie and its token.
struct OwnerSession: Sendable {
    /// The number of the session in the store.
    let id: Int64
    /// What scripts and forms of the daemon's own pages send besides the cookie.
    let formToken: String
    /// SHA-256 of the token.
    let tokenHash: Data
    /// The last time that the passphrase was given.
    let confirmed: Date
}
