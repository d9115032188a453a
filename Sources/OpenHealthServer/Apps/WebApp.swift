// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSession
import OpenHealthStore

/// The app of the server's own pages.
///
/// It is treated like any other app: it reads and saves the data that the person has allowed, over the same routes. Its token
/// belongs to an owner's session, is valid only with that session's cookie, and expires with it. The token is derived from the
/// session's token, which is not sent with the cookie, so that a program that has read the cookie on another port cannot derive
/// it.
package enum WebApp {
    /// The identity of the app, which is the source of data entered on the pages.
    package static let identity = AppIdentity.pages

    /// Returns whether an identifier is that of the app, or resembles it.
    static func owns(_ identifier: String) -> Bool {
        identifier.lowercased() == Self.identity.identifier
    }

    /// The prefix of its tokens.
    static let tokenPrefix = "ohw_"

    /// Returns the token of a session's pages.
    /// - Parameter tokenHash: The SHA-256 hash of the session's token.
    package static func token(_ tokenHash: Data) -> String {
        tokenPrefix + Secret.text(Secret.hash("web app " + Secret.text(tokenHash)))
    }
}
