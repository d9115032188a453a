// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The error of a form that requires the passphrase again.
struct ConfirmationNeeded: Error {
    /// The problem with the passphrase that was sent, if any.
    var wrong: PageProblem?
}

extension Exchange {
    /// Whether the passphrase was entered in the last minutes.
    private var isConfirmed: Bool {
        get throws {
            let age = services.configuration.clock().timeIntervalSince(try owner().confirmed)
            return abs(age) <= OwnerSessions.confirmSeconds
        }
    }

    /// Checks that the owner has entered the passphrase in the last minutes, so that a session that was left open cannot widen
    /// permissions.
    /// - Throws: a ``Problem``.
    func checkConfirmed() throws {
        guard try isConfirmed else {
            throw Problem(
                .confirmationRequired,
                "The sign-in was too long ago for this. Send the passphrase to POST /v1/owner/session/confirmation first."
            )
        }
    }

    /// Checks the same for a form, which may contain the passphrase.
    /// - Throws: a ``ConfirmationNeeded``, which ``Page/binding(_:_:)`` answers with a page that asks for it.
    func confirm(_ form: FormFields) async throws {
        if try isConfirmed { return }
        guard let passphrase = form[Self.passphraseField], !passphrase.isEmpty else { throw ConfirmationNeeded() }
        do {
            try await OwnerDoor(self).confirm(passphrase)
        } catch let refusal as DoorRefusal {
            throw ConfirmationNeeded(wrong: PageProblem(refusal))
        }
    }

    private static let passphraseField = "passphrase"

    /// Returns the page that asks for the passphrase and sends the form again.
    func confirmationPage(_ needed: ConfirmationNeeded) async throws -> Response {
        let texts = texts
        let fields = fields?.fields.filter { !["csrf", Self.passphraseField].contains($0.name) } ?? []
        var values: [String: Any] = [
            "action": PagePath.own(request.uri.path) ?? "/",
            "fields": fields.map { ["field": $0.name, "content": $0.value] },
        ]
        if let wrong = needed.wrong { values["wrong"] = wrong.text(texts) }
        return try await page(
            "confirm", title: texts.text("door_confirm_title"), values,
            problem: needed.wrong)
    }
}

extension AuthorizationAnswer {
    /// Whether the answer grants a permission.
    var isGrant: Bool {
        share.values.contains(.authorized) || read.values.contains { PermissionText.text($0) == "authorized" }
    }
}
