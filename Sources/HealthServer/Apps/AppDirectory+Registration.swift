// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthStore

/// Pairing codes, and the registration of apps with them.
extension AppDirectory {
    /// How many apps may be registered: each is remembered.
    private static let most = 10_000
    /// How many apps that registered without a code may wait for their first answer.
    static let mostWaiting = 8
    /// How long such an app is remembered without an answer, in seconds.
    private static let waitingSeconds = 86_400.0

    /// Creates a pairing code.
    /// - Parameters:
    ///   - identifier: that of the only app that the code registers, which may have a token already; nil for any app that is
    ///     not known yet.
    ///   - endsToken: whether the token that the app has ends at once.
    func pairingCode(for identifier: String? = nil, endsToken: Bool = false) throws -> (
        code: PairingCode, expires: Date
    ) {
        defer { if endsToken { empty() } }
        let code = PairingCode()
        let now = clock()
        let expires = now.addingTimeInterval(PairingCode.seconds)
        try database.addPairingCode(code.hash, for: identifier, at: now, expires: expires, endsToken: endsToken)
        return (code, expires)
    }

    /// Registers an app that the program vouches for.
    /// - Returns: the token, which is not kept.
    func register(trusted app: AppIdentity) throws -> String {
        try register(app, by: .trusted) { _ in false }
    }

    /// Registers an app with a pairing code, or without one where the owner has opened registration: under the identifier that
    /// it gives with a random ending then, as its name gets it, so that the answer depends on nothing that the store knows.
    /// - Returns: the app, and its token, which is not kept.
    /// - Throws: a ``Problem``.
    func register(_ app: AppIdentity, code: PairingCode?) throws -> (app: AppIdentity, token: String) {
        var app = app
        let invitation: AppInvitation
        if let code {
            invitation = .code(code.hash)
        } else {
            let ending = CodeText.random(8)
            app.identifier = app.identifier.prefix(140) + "." + ending.lowercased()
            app.name = app.name.prefix(180) + " " + ending
            invitation = .open(mostWaiting: Self.mostWaiting, forgottenAfter: Self.waitingSeconds)
        }
        let skeleton = AppName.skeleton(app.name)
        return (app, try register(app, by: invitation) { AppName.skeleton($0) == skeleton })
    }

    private func register(
        _ app: AppIdentity, by invitation: AppInvitation, resembles: (String) -> Bool
    ) throws -> String {
        let token = Secret.token()
        defer { empty() }
        let result = try database.register(
            app, hash: Secret.hash(token), at: clock(), by: invitation, most: Self.most, resembles: resembles)
        switch result {
        case .done: return token
        case .isNotInvited: throw Self.isNotInvited
        case .isRegistered:
            throw Problem(
                .conflict,
                "This identifier has a token already. Use that one; if it is lost, the owner can make a pairing code for "
                    + "this app at /owner/apps. The code that was sent counts no longer.")
        case .isKnown:
            throw Problem(
                .conflict,
                "The database knows this identifier from elsewhere, and what it holds of it would be the app's. The owner "
                    + "can make a pairing code for this app at /owner/apps. The code that was sent counts no longer.")
        case .isNameTaken:
            throw Problem(
                .conflict,
                "The name resembles that of another app. Choose another; the pairing code that was sent counts no longer.",
                faults: [Problem.Fault("/name", "This resembles the name of another app.")])
        case .isFull:
            throw Problem(
                .unavailable,
                "There are as many apps as there may be, or as many that wait for the owner's answer. The owner can remove "
                    + "some at /owner/apps.")
        }
    }

    /// The same for every app and every wrong code, so that it tells nothing about either.
    static let isNotInvited = Problem(
        .forbidden,
        "Send a pairing code that is valid in pairingCode. The owner makes one at /owner/apps or with `health apps pair`; it "
            + "counts once, for ten minutes.")
}
