// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An owner's session in a request that has both its cookie and its token.
package struct OwnerSession: Sendable {
    /// The number of the session in the store.
    package let id: Int64
    /// The token that scripts and forms of the server's own pages send in addition to the cookie.
    package let formToken: String
    /// The SHA-256 hash of the token.
    package let tokenHash: Data
    /// The last time that the passphrase was entered.
    let confirmed: Date
}
