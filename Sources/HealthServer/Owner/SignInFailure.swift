// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Why an attempt to sign in failed.
enum SignInFailure: Error, Equatable {
    /// Nobody has set a passphrase.
    case noOwner
    /// The passphrase or the code is not the right one.
    case wrong
    /// There is a second factor, and no code came along. The passphrase was not looked at.
    case codeNeeded
    /// There were too many failures; after so many seconds an attempt is looked at again.
    case locked(seconds: Int)
}
