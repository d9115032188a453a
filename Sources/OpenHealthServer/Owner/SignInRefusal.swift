// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI

/// The reason why a sign-in as the owner fails. Programs get a problem, people a page in their language.
package enum SignInRefusal: Error, Equatable {
    /// No passphrase has been set.
    case noOwner
    /// A passphrase has already been set.
    case hasOwner
    /// The passphrase, or the code of the second factor, is wrong.
    case wrongPassphrase
    /// A second factor is enabled, and no code was sent.
    case codeNeeded
    /// The code is not the one that the server printed.
    case wrongCode
    /// There were too many wrong passphrases; attempts are checked again after a number of seconds.
    case locked(seconds: Int)
    /// There were too many attempts from one address.
    case tooMany(seconds: Int)

    /// The problem for programs.
    var problem: Problem {
        switch self {
        case .noOwner: Problem(.conflict, "No passphrase is set yet. Set one at /owner/setup.")
        case .hasOwner: Problem(.conflict, "A passphrase is already set. Sign in at /owner/login.")
        case .wrongPassphrase:
            Problem(.forbidden, "The passphrase is wrong, or the code if a second factor is in use.")
        case .codeNeeded:
            Problem(
                .forbidden, "A second factor is in use. Send the authenticator's code, or a recovery code, as code.",
                faults: [Problem.Fault("/code", "Missing value.")])
        case .wrongCode:
            Problem(.forbidden, "The code is wrong. The server printed it when it started.")
        case .locked(let seconds):
            Problem(
                .tooManyRequests, "There were too many wrong passphrases. Wait before the next attempt.",
                retryAfter: seconds)
        case .tooMany(let seconds):
            Problem(.tooManyRequests, "Too many attempts from this address. Wait.", retryAfter: seconds)
        }
    }
}
