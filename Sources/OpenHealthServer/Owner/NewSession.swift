// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A new session and the cookies for the browser.
package struct NewSession: Sendable {
    package let session: OwnerSession
    /// The value of the session's cookie.
    let cookie: String
    /// The value of the cookie that identifies the browser.
    let device: String
}
