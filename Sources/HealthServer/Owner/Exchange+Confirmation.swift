// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird

/// The passphrase is to be given again before a form does what it asks for.
struct ConfirmationNeeded: Error {
    /// What was wrong with the passphrase that came along.
    var wrong: PageProblem?
}

extension Exchange {
    /// Whether the passphrase was given in the last minutes.
    private var isConfirmed: Bool {
        get throws {
            let age = services.configuration.clock().timeIntervalSince(try owner().confirmed)
            return abs(age) <= OwnerSessions.confirmSeconds
        }
    }

    /// Checks that the owner has given the passphrase in the last minutes: a session that was left open does not widen what apps
    /// may do.
    /// - Throws: a ``Problem``.
    func checkConfirmed() throws {
        guard try isConfirmed else {
            throw Problem(
                .confirmationRequired,
                "The sign-in was too long ago for this. Send the passphrase to POST /v1/owner/session/confirmation first."
            )
        }
    }

    /// The same for a form, in which the passphrase may come along.
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

    /// The page that asks for the passphrase, and sends the form once more.
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
    /// Whether the answer allows anything.
    var isGrant: Bool {
        share.values.contains(.authorized) || read.values.contains { PermissionText.text($0) == "authorized" }
    }
}
