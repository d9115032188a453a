// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

/// Pairing codes, and the registration of apps with them.
extension AppDirectory {
    /// The maximum number of registered apps, all of which are kept.
    private static let most = 10_000
    /// The maximum number of apps that registered without a code and are waiting for their first decision.
    static let maximumWaiting = 8
    /// The time for which such an app is kept without a decision, in seconds.
    private static let waitingSeconds = 86_400.0

    /// Creates a pairing code.
    /// - Parameters:
    ///   - identifier: The identifier of the only app that the code registers, which may already have a token; nil for any
    ///     unknown app.
    ///   - endsToken: Whether the current token of the app is revoked immediately.
    package func pairingCode(for identifier: String? = nil, endsToken: Bool = false) throws -> (
        code: PairingCode, expires: Date
    ) {
        defer { if endsToken { empty() } }
        let code = PairingCode()
        let now = clock()
        let expires = now.addingTimeInterval(PairingCode.seconds)
        try database.apps.addPairingCode(code.hash, for: identifier, at: now, expires: expires, endsToken: endsToken)
        return (code, expires)
    }

    /// Registers a trusted app without a pairing code.
    /// - Returns: The token, which is not stored.
    func register(trusted app: AppIdentity) throws -> String {
        try register(app, by: .trusted) { _ in false }
    }

    /// Registers an app with a pairing code, or without one if the owner has opened registration. Without a code, its identifier
    /// and name get a random suffix, so that the response does not depend on the contents of the store.
    /// - Returns: The app and its token, which is not stored.
    /// - Throws: A ``Problem``.
    func register(_ app: AppIdentity, code: PairingCode?) throws -> (app: AppIdentity, token: String) {
        var app = app
        let invitation: AppInvitation
        if let code {
            invitation = .code(code.hash)
        } else {
            let ending = CodeLetters.random(8)
            app.identifier = app.identifier.prefix(140) + "." + ending.lowercased()
            app.name = app.name.prefix(180) + " " + ending
            invitation = .open(maximumWaiting: Self.maximumWaiting, forgottenAfter: Self.waitingSeconds)
        }
        let skeleton = AppName.skeleton(app.name)
        return (app, try register(app, by: invitation) { AppName.skeleton($0) == skeleton })
    }

    private func register(
        _ app: AppIdentity, by invitation: AppInvitation, resembles: (String) -> Bool
    ) throws -> String {
        let token = Secret.token()
        defer { empty() }
        let result = try database.apps.register(
            app, hash: Secret.hash(token), at: clock(), by: invitation, most: Self.most, resembles: resembles)
        switch result {
        case .done: return token
        case .isNotInvited: throw Self.isNotInvited
        case .isRegistered:
            throw Problem(
                .conflict,
                "This identifier already has a token. Use it; if it is lost, the owner can create a pairing code for "
                    + "this app at /owner/apps. The code that was sent is no longer valid.")
        case .isReserved:
            throw Problem(
                .conflict,
                "Identifiers that begin with phone., file. or oauth. are reserved by the server. Choose another.",
                faults: [Problem.Fault("/identifier", "Expected another identifier.")])
        case .isKnown:
            throw Problem(
                .conflict,
                "The database already has data of this identifier, which would belong to the app. The owner "
                    + "can create a pairing code for this app at /owner/apps. The code that was sent is no longer valid."
            )
        case .isNameTaken:
            throw Problem(
                .conflict,
                "The name resembles that of another app. Choose another name; the code that was sent is no longer valid.",
                faults: [Problem.Fault("/name", "The name resembles that of another app.")])
        case .isFull:
            throw Problem(
                .unavailable,
                "The maximum number of apps is registered, or waits for the owner's decision. The owner can remove "
                    + "some at /owner/apps.")
        }
    }

    /// The problem of a registration without a valid code. It is the same for every app and every wrong code, so that it reveals
    /// nothing about either.
    static let isNotInvited = Problem(
        .forbidden,
        "Send a valid pairing code in pairingCode. The owner creates one at /owner/apps or with `health apps pair`; it "
            + "is valid once, for ten minutes.")
}
