// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthStore

/// Who asks.
enum Principal: Sendable {
    /// Somebody who did not say.
    case anyone
    /// An app, by its token.
    case app(AppIdentity)
    /// The owner, in a session.
    case owner(OwnerSession)
    /// Whoever has the cookie of a session of the owner's, for a page: nothing of the owner's is shown or done.
    case cookieHolder(UnprovenSession)
}
