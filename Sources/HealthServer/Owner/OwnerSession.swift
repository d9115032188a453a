// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A session of the owner's, as a request has it.
struct OwnerSession: Sendable {
    /// What names it: the content of the cookie.
    let name: String
    /// What its forms repeat, so that no other site can send them.
    let formToken: String
}

/// Why a passphrase was not looked at, or was not the right one.
enum SignInFailure: Error, Equatable {
    /// Nobody has set one.
    case noOwner
    /// It is not the right one.
    case wrong
    /// There were too many wrong ones; after so many seconds one is looked at again.
    case locked(seconds: Int)
}
