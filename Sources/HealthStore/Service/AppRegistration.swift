// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What became of an app that wants to register.
package enum AppRegistration: Sendable, Equatable {
    /// It is registered, and its token counts.
    case done
    /// The identifier has a token already.
    case isRegistered
    /// The store knows the identifier from elsewhere: it has permissions, or has saved samples. Whoever registers under it
    /// would have them, so the owner has to let it.
    case isKnown
    /// There are as many registered apps as there may be.
    case isFull
}

/// An app that has a token.
package struct TokenHolder: Sendable {
    /// Who it is.
    package var app: AppIdentity
    /// SHA-256 of its token.
    package var hash: Data
    /// When it got the token.
    package var created: Date
}
