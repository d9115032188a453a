// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The result of an app's registration.
package enum AppRegistration: Sendable, Equatable {
    /// The app is registered, and its token counts.
    case done
    /// There is no pairing code like the one that came with the registration, or none came and registration is not open.
    case isNotInvited
    /// The identifier has a token already.
    case isRegistered
    /// The store knows the identifier from elsewhere: it has permissions, or has saved samples. Whoever registers under it
    /// would have them, so the owner has to let it.
    case isKnown
    /// The name resembles that of another app.
    case isNameTaken
    /// There are as many registered apps as there may be, or as many that registered openly and wait for a first answer.
    case isFull
}

/// The reason why an app may register.
package enum AppInvitation: Sendable {
    /// The owner's pairing code, as its SHA-256. A code counts once, whatever the result of the registration.
    case code(Data)
    /// None: the owner has to have opened registration. So many apps that registered like this may wait for their first answer;
    /// those that have waited for longer than an interval, in seconds, are forgotten.
    case open(mostWaiting: Int, forgottenAfter: TimeInterval)
    /// The program itself vouches for the app, which may be one that the store knows.
    case trusted
}

/// An app that has a token.
package struct TokenHolder: Sendable {
    /// The app.
    package var app: AppIdentity
    /// SHA-256 of its token.
    package var hash: Data
    /// When it got the token.
    package var created: Date
    /// When the token was last used; nil where it never was.
    package var used: Date?
    /// The address of the client that last used the token.
    package var usedFrom: String?
}
