// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A session that has just begun, and what the browser gets of it.
struct NewSession: Sendable {
    let session: OwnerSession
    /// The content of the session's cookie.
    let cookie: String
    /// The content of the cookie by which the browser is known from now on.
    let device: String
}
