// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// New tokens of a client. The store has only their hashes.
struct OAuthTokens: Sendable {
    /// The time for which an access token is valid, in seconds.
    static let accessSeconds = 3600

    let access: String
    let refresh: String
    let expires: Date

    /// Creates tokens.
    /// - Parameter family: The first part of all refresh tokens of the consent.
    init(family: String, at date: Date) {
        access = Secret.accessPrefix + Secret.random()
        refresh = family + "." + Secret.random()
        expires = date.addingTimeInterval(Double(Self.accessSeconds))
    }

    /// Returns a new first part of refresh tokens.
    static func family() -> String { Secret.refreshPrefix + Secret.random() }

    /// Returns the first part of a refresh token, or nil if a string is no refresh token.
    static func family(of token: String) -> String? {
        guard token.hasPrefix(Secret.refreshPrefix), token.utf8.count <= 200, let point = token.firstIndex(of: ".")
        else {
            return nil
        }
        return String(token[..<point])
    }

    /// The hashes for the store.
    var hashes: OAuthTokenHashes {
        OAuthTokenHashes(access: Secret.hash(access), refresh: Secret.hash(refresh), expires: expires)
    }

    /// Returns the response to a client.
    func json(_ scope: String, wantsPatient: Bool) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("access_token", .string(access)), ("token_type", .string("Bearer")),
            ("expires_in", .integer(Self.accessSeconds)), ("refresh_token", .string(refresh)),
            ("scope", .string(scope)),
        ]
        if wantsPatient { entries.append(("patient", .string(FHIRObservation.person))) }
        return .object(entries)
    }
}

/// The tokens of clients of OAuth 2.
extension AppDirectory {
    /// The maximum number of consents of an app, such as those of the devices on which it runs.
    private static let maximumConsents = 50
    /// The maximum number of clients that the owner has never allowed, and the time for which they are kept, in seconds.
    private static let (maximumWaitingClients, waitingClientSeconds) = (1000, 86_400.0)

    /// Registers a client.
    /// - Returns: The client with its identifier, which has a random end.
    func addClient(name: String, redirects: [String]) throws -> OAuthClient {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let part = words.joined(separator: "-").prefix(60)
        let identifier =
            OAuthClient.prefix + (part.isEmpty ? "" : part + ".") + CodeLetters.random(16).lowercased()
        let client = OAuthClient(identifier: identifier, name: name, redirects: redirects)
        try database.apps.oauthClients.add(
            client, at: clock(), forgottenAfter: Self.waitingClientSeconds, maximumWaiting: Self.maximumWaitingClients)
        return client
    }

    /// Creates the first tokens for a code.
    /// - Parameter code: The SHA-256 of the code.
    /// - Returns: The tokens; nil if the app is not registered any more, or the code was exchanged before.
    func issue(to app: String, code: Data, scope: OAuthScope) throws -> OAuthTokens? {
        let (family, now) = (OAuthTokens.family(), clock())
        let tokens = OAuthTokens(family: family, at: now)
        defer { empty() }
        let isDone = try database.apps.oauthClients.addTokens(
            tokens.hashes, of: app, code: code, family: Secret.hash(family), scope: scope.text, at: now,
            maximumConsents: Self.maximumConsents)
        return isDone ? tokens : nil
    }

    /// Replaces a refresh token.
    /// - Parameter scope: The scope that the client requests, which has to be a part of the first one; nil for all of that.
    /// - Returns: The tokens and their scope; nil if the refresh token is not valid.
    func renew(_ refresh: String, of app: String, scope: OAuthScope?) throws -> (
        tokens: OAuthTokens, scope: OAuthScope
    )? {
        guard let family = OAuthTokens.family(of: refresh) else { return nil }
        let now = clock()
        let tokens = OAuthTokens(family: family, at: now)
        defer { empty() }
        let result = try database.apps.oauthClients.renewTokens(
            of: app, family: Secret.hash(family), token: Secret.hash(refresh), with: tokens.hashes, at: now,
            endedAfter: Self.idleSeconds
        ) { text in
            guard let scope else { return }
            let first = try OAuthScope(text)
            guard scope.share.isSubset(of: first.share), scope.read.isSubset(of: first.read) else {
                throw OAuthFailure(
                    .invalidScope,
                    "The scope is not a part of the first one. Send the person to the authorization endpoint.")
            }
        }
        guard case .renewed(let text) = result else { return nil }
        return (tokens, try scope ?? OAuthScope(text))
    }

    /// Ends the tokens of a code that was sent again.
    /// - Parameter code: The SHA-256 of the code.
    func end(code: Data) throws {
        if try database.apps.oauthClients.endTokens(ofCode: code) { empty() }
    }

    /// Ends the tokens of the consent of a token.
    func end(token: String, of app: String) throws {
        defer { empty() }
        try database.apps.oauthClients.endTokens(
            of: app, access: Secret.hash(token), family: OAuthTokens.family(of: token).map(Secret.hash))
    }

    /// Returns the part of a scope that the owner's permissions allow now.
    func granted(_ scope: OAuthScope, to app: String) throws -> String {
        let identity = AppIdentity(identifier: app, name: app)
        let request = scope.request(of: identity)
        let access = AppAccess(database: database, app: identity, clock: clock)
        return scope.granted(try access.permissions(for: request.read.union(request.share)))
    }
}
