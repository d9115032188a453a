// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A request that sets the owner's first passphrase.
package struct OwnerSetUpJSON: JSONRepresentable {
    /// The setup code from the server's log.
    package var code: String
    package var passphrase: String

    package static let format = JSONFormat<OwnerSetUpJSON>.object(
        .required("code", \.code, .string(length: 1...100)), .required("passphrase", \.passphrase, .newPassphrase)
    ) { OwnerSetUpJSON(code: $0, passphrase: $1) }
}

/// A request that starts a session.
package struct SignInJSON: JSONRepresentable {
    package var passphrase: String
    /// A code of the authenticator, or a recovery code; nil without a second factor.
    package var code: String?

    package static let format = JSONFormat<SignInJSON>.object(
        .required("passphrase", \.passphrase, .string), .optional("code", \.code, .string(length: 0...100))
    ) { SignInJSON(passphrase: $0, code: $1) }
}

/// A request that replaces the passphrase.
package struct PassphraseChangeJSON: JSONRepresentable {
    package var old: String
    package var new: String

    package static let format = JSONFormat<PassphraseChangeJSON>.object(
        .required("old", \.old, .string), .required("new", \.new, .newPassphrase)
    ) { PassphraseChangeJSON(old: $0, new: $1) }
}
