// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The reason why an attempt to sign in failed.
enum SignInFailure: Error, Equatable {
    /// No passphrase has been set.
    case noOwner
    /// The passphrase or the code is wrong.
    case wrong
    /// A second factor is enabled, and no code was sent. The passphrase was not checked.
    case codeNeeded
    /// There were too many failures; attempts are checked again after a number of seconds.
    case locked(seconds: Int)
}
