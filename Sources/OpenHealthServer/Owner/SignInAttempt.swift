// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// An attempt to sign in.
struct SignInAttempt: Sendable {
    let passphrase: String
    /// The code of the second factor, if one was sent.
    let code: String?
    let client: SignInClient
    /// The address that the attempt comes from.
    let address: String
    /// The user agent of the browser.
    let agent: String
    /// The request's session cookies, whose sessions the new session replaces.
    let replaced: [String]
}
