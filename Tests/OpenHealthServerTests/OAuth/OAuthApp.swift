// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import Testing

@testable import OpenHealthServer

/// A client of OAuth 2 and the browser of its user.
struct OAuthApp: Sendable {
    static let redirect = "https://app.example/done"
    static let verifier = String(repeating: "verifier-", count: 5)
    static var challenge: String { Secret.text(Secret.hash(verifier)) }

    let daemon: OwnedDaemon
    let id: String

    /// Registers a client.
    static func register(
        _ daemon: OwnedDaemon, name: String = "Step Board", redirects: [String] = [redirect]
    ) async throws -> OAuthApp {
        let response = try await registration(daemon, name: name, redirects: redirects)
        #expect(response.status == 201, "\(response.text)")
        return OAuthApp(daemon: daemon, id: try #require(response.json?["client_id"]?.string))
    }

    static func registration(
        _ daemon: OwnedDaemon, name: String = "Step Board", redirects: [String]
    ) async throws -> OwnedDaemon.Response {
        let json = JSONValue.object([
            ("client_name", .string(name)), ("redirect_uris", .array(redirects.map(JSONValue.string))),
            ("token_endpoint_auth_method", .string("none")), ("logo_uri", .string("https://app.example/logo")),
        ])
        return try await daemon.send("POST", "/oauth/register", json: json.text)
    }

    // MARK: - Authorization

    /// Returns the parameters of a request for authorization, with some of them replaced or, with nil, left out.
    func parameters(_ changes: [String: String?] = [:]) -> [(String, String)] {
        let usual = [
            "client_id": id, "response_type": "code", "redirect_uri": Self.redirect, "scope": "read:stepCount",
            "state": "a state", "code_challenge": Self.challenge, "code_challenge_method": "S256",
        ]
        return usual.merging(changes.compactMapValues { $0 }) { $1 }.filter { changes[$0.key] != .some(nil) }
            .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// Opens the authorization endpoint in a browser without cookies.
    func begin(_ parameters: [(String, String)]) async throws -> OwnedDaemon.Response {
        let query = parameters.map { "\($0.0)=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
        return try await daemon.send("GET", "/oauth/authorize?" + query)
    }

    /// Returns the path of the page of consent.
    func open(_ changes: [String: String?] = [:]) async throws -> String {
        let response = try await begin(parameters(changes))
        #expect(response.status == 303, "\(response.text)")
        let path = try #require(response.header("Location"))
        #expect(path.hasPrefix("/oauth/requests/"), "\(path)")
        return path
    }

    /// Decides on the page of consent, and returns the parameters with which the browser returns to the app.
    func consent(
        _ path: String, _ owner: OwnedDaemon.OwnerAccess, _ form: [(String, String)] = [("answer", "all")]
    ) async throws -> [String: String] {
        let response = try await daemon.send("POST", path, as: .owner(owner), form: form)
        #expect(response.status == 200, "\(response.text)")
        let refresh = try #require(response.header("Refresh"))
        #expect(refresh.hasPrefix("0; url="))
        return Self.fields(String(refresh.dropFirst("0; url=".count)))
    }

    /// Returns the parameters of an address.
    static func fields(_ address: String) -> [String: String] {
        let items = URLComponents(string: address)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// Returns a code that the owner has given.
    func code(
        _ owner: OwnedDaemon.OwnerAccess, _ changes: [String: String?] = [:],
        _ form: [(String, String)] = [("answer", "all")]
    ) async throws -> String {
        let fields = try await consent(try await open(changes), owner, form)
        return try #require(fields["code"], "\(fields)")
    }

    // MARK: - Tokens

    struct Tokens: Sendable {
        var access: String
        var refresh: String
        var scope: String
    }

    /// Sends a request for tokens.
    func token(_ fields: [String: String]) async throws -> OwnedDaemon.Response {
        try await daemon.send(
            "POST", "/oauth/token", form: fields.merging(["client_id": id]) { own, _ in own }.map { ($0.key, $0.value) }
        )
    }

    /// Returns the fields with which a code is exchanged.
    static func exchange(_ code: String) -> [String: String] {
        ["grant_type": "authorization_code", "code": code, "redirect_uri": redirect, "code_verifier": verifier]
    }

    static func tokens(_ response: OwnedDaemon.Response) throws -> Tokens {
        #expect(response.status == 200, "\(response.text)")
        let json = try #require(response.json)
        #expect(json["token_type"]?.string == "Bearer" && json["expires_in"]?.double == 3600)
        return Tokens(
            access: try #require(json["access_token"]?.string), refresh: try #require(json["refresh_token"]?.string),
            scope: try #require(json["scope"]?.string))
    }

    /// Exchanges a code.
    func tokens(_ code: String) async throws -> Tokens { try Self.tokens(try await token(Self.exchange(code))) }

    /// Uses a refresh token.
    func refresh(_ token: String, scope: String? = nil) async throws -> OwnedDaemon.Response {
        var fields = ["grant_type": "refresh_token", "refresh_token": token]
        fields["scope"] = scope
        return try await self.token(fields)
    }

    /// Returns the status of a request with a token.
    func status(_ token: String) async throws -> Int {
        try await daemon.send("GET", "/v1/app", as: .app(token)).status
    }
}

extension OwnedDaemon.Response {
    /// The code of an error of OAuth.
    var oauthError: String? { status == 400 ? json?["error"]?.string : nil }
}
