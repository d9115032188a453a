// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Somebody's attempt to sign in.
struct SignInAttempt: Sendable {
    let passphrase: String
    /// The code of the second factor, where one was given.
    let code: String?
    let client: SignInClient
    /// The address that the attempt comes from.
    let address: String
    /// The name that the browser gives itself.
    let agent: String
    /// The cookies of sessions that the request has: the new session takes their place.
    let replaced: [String]
}
