// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The error of a form that requires the passphrase again.
package struct ConfirmationNeeded: Error {
    /// The form's field for the passphrase.
    package static let field = "passphrase"

    /// The problem with the passphrase that was sent, if any.
    package var refusal: SignInRefusal?
}

extension RequestScope {
    /// Whether the passphrase was recently entered.
    private var isConfirmed: Bool {
        get throws {
            let age = services.configuration.clock().timeIntervalSince(try owner().confirmed)
            return abs(age) <= OwnerSessions.confirmSeconds
        }
    }

    /// Checks that the owner has recently entered the passphrase, so that an unattended session cannot extend permissions.
    /// - Throws: A ``Problem``.
    func checkConfirmed() throws {
        guard try isConfirmed else {
            throw Problem(
                .confirmationRequired,
                "The sign-in was too long ago. Send the passphrase to POST /v1/owner/session/confirmation first."
            )
        }
    }

    /// Checks the same for a form, which can contain the passphrase.
    /// - Throws: A ``ConfirmationNeeded``, which the pages answer with a form for the passphrase.
    package func confirm(_ form: FormFields) async throws {
        if try isConfirmed { return }
        guard let passphrase = form[ConfirmationNeeded.field], !passphrase.isEmpty else { throw ConfirmationNeeded() }
        do {
            try await SignInService(self).confirm(passphrase)
        } catch let refusal as SignInRefusal {
            throw ConfirmationNeeded(refusal: refusal)
        }
    }
}

extension AuthorizationAnswer {
    /// Whether the answer grants a permission.
    package var isGrant: Bool {
        share.values.contains(.authorized) || read.values.contains { PermissionStatusJSON($0) == .authorized }
    }
}
