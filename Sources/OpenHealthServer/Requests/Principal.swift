// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession
import OpenHealthStore

/// The sender of a request.
package enum Principal: Sendable {
    /// A client without credentials.
    case anyone
    /// An app, by its token.
    case app(AppIdentity)
    /// The owner, in a session.
    case owner(OwnerSession)
    /// A client that requests a page with only the cookie of an owner's session. The page shows no data of the owner and performs
    /// no action.
    case cookieHolder(UnprovenSession)
}
