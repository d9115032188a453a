// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSession
import OpenHealthStore

/// The app that the daemon's own pages are.
///
/// It is one app among others: it reads and saves what the person has allowed it, over the same routes. Its token belongs to an
/// owner's session, gives no access without that session's cookie, and ends with it. It is derived from the session's
/// token, which is not sent with the cookie, so that a program that has read the cookie on another port cannot derive it.
package enum WebApp {
    /// Who it is. What is entered by hand on the pages has it as its source.
    package static let identity = AppIdentity.pages

    /// Whether an identifier is the app's, or looks as if it were.
    static func owns(_ identifier: String) -> Bool {
        identifier.lowercased() == Self.identity.identifier
    }

    /// What begins its tokens.
    static let tokenPrefix = "ohw_"

    /// Returns the token of a session's pages.
    /// - Parameter tokenHash: the SHA-256 hash of the session's token.
    package static func token(_ tokenHash: Data) -> String {
        tokenPrefix + Secret.text(Secret.hash("web app " + Secret.text(tokenHash)))
    }
}
