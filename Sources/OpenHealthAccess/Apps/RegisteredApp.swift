// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// A known app, with its permissions.
public struct RegisteredApp: Hashable, Sendable {
    /// The permission of the app for one type.
    public struct Entry: Hashable, Sendable {
        /// The identifier of the type.
        public var type: String
        /// The person's decision.
        public var permission: AppPermission
        /// Whether the app has requested authorization to save the type.
        public var hasAskedToShare: Bool
        /// Whether the app has requested authorization to read the type.
        public var hasAskedToRead: Bool
        /// The date of the last decision, or of the first request.
        public var changed: Date
    }

    /// The bundle identifier.
    public var identifier: String
    /// The name; the identifier until the app itself has requested authorization.
    public var name: String
    /// The version of the app at its last request, if any.
    public var version: String?
    /// The date when the app was added to the store.
    public var added: Date
    /// The date of the app's last request, save or deletion; nil if there was none.
    public var lastUse: Date?
    /// The permissions for types that the app has requested or that have a decision, sorted by identifier.
    public var permissions: [Entry]
    /// The new name that the app has proposed and the owner has not accepted yet, if any.
    public var proposedName: String?
    /// The permission to push.
    package var pushes = PushPermission.none
}

/// The result of registering an app.
package enum AppRegistration: Sendable, Equatable {
    /// The app is registered, and its token is valid.
    case done
    /// The pairing code is invalid, or there is no code and registration is not open.
    case isNotInvited
    /// The identifier has a token already.
    case isRegistered
    /// The store already contains the identifier: it has permissions, or has saved samples. An app that registers with it would
    /// get access to them, so the registration requires the owner's consent.
    case isKnown
    /// The name resembles that of another app.
    case isNameTaken
    /// The identifier is reserved for connections with phones, files and clients of OAuth 2.
    case isReserved
    /// The maximum number of registered apps is reached, or the maximum number of openly registered apps that wait for their
    /// first decision.
    case isFull
}

/// The reason why an app can register.
package enum AppInvitation: Sendable {
    /// The owner's pairing code, as its SHA-256. Each code can be used once, whether or not the registration succeeds.
    case code(Data)
    /// No invitation, which requires open registration. The number of openly registered apps that wait for their first decision is
    /// limited, and apps that have waited longer than an interval in seconds are removed.
    case open(maximumWaiting: Int, forgottenAfter: TimeInterval)
    /// A registration by a trusted program. The store can already contain the app.
    case trusted
}

/// An app with a token.
package struct TokenHolder: Sendable {
    /// The app.
    package var app: AppIdentity
    /// The SHA-256 of its token.
    package var hash: Data
    /// The creation date of the token.
    package var created: Date
    /// The date when the token was last used; nil if it was never used.
    package var used: Date?
    /// The address of the client that last used the token.
    package var usedFrom: String?
    /// The end of the token; nil if it ends only if it is not used.
    package var expires: Date?
    /// The number of times that all permissions of the app were revoked.
    package var revocations: Int
}
