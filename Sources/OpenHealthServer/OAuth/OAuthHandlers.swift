// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel

/// The handlers of the endpoints of OAuth 2 for programs. The pages have those for the person.
enum OAuthHandlers {
    static let bindings = [
        binding(OAuthRoutes.register, register),
        binding(OAuthRoutes.authorizeDevice, authorizeDevice),
        binding(OAuthRoutes.token, token),
        binding(OAuthRoutes.revoke, revoke),
    ]

    private static func binding(
        _ route: APIRoute, _ handler: @escaping @Sendable (RequestScope) async throws -> Response
    ) -> RouteBinding {
        RouteBinding(route) { scope in
            do {
                return try await handler(scope)
            } catch let failure as OAuthFailure {
                return scope.response(failure.json, status: .badRequest)
            }
        }
    }

    // MARK: - Clients

    /// The maximum number of redirect URIs of a client.
    private static let maximumRedirects = 20

    private static func register(_ scope: RequestScope) async throws -> Response {
        try scope.services.rates.registrations.count(
            ClientAddress(scope.clientAddress), "Too many apps have registered from this address. Wait.")
        let json = try await scope.json()
        let redirects = try redirects(json)
        let name = try name(json, redirects)
        let apps = scope.services.apps
        let client = try await scope.blocking { try apps.addClient(name: name, redirects: redirects) }
        let now = scope.services.configuration.clock()
        let issued = Int(now.timeIntervalSince1970)  // checked: the clock of the computer
        return scope.response(
            .object([
                ("client_id", .string(client.identifier)), ("client_id_issued_at", .integer(issued)),
                ("client_name", .string(client.name)),
                ("redirect_uris", .array(client.redirects.map(JSONValue.string))),
                ("token_endpoint_auth_method", .string("none")),
                ("grant_types", .array(OAuthMetadata.grantTypes.map(JSONValue.string))),
                ("response_types", .array([.string("code")])),
            ]), status: .created)
    }

    private static func redirects(_ json: JSONReader) throws(OAuthFailure) -> [String] {
        do {
            let list = try json.optional("redirect_uris")?.array(most: maximumRedirects) ?? []
            var redirects: [String] = []
            for entry in list { redirects.append(try entry.string()) }
            guard redirects.allSatisfy(RedirectAddress.isValid) else {
                throw OAuthFailure(
                    .invalidRedirectURI,
                    "Expected https addresses, http addresses of 127.0.0.1, [::1] or localhost, or addresses with a scheme such "
                        + "as org.example.app, without a fragment.")
            }
            return redirects
        } catch let failure as OAuthFailure {
            throw failure
        } catch {
            throw OAuthFailure(.invalidClientMetadata, ProblemResponses.problem(error).detail)
        }
    }

    private static func name(_ json: JSONReader, _ redirects: [String]) throws(OAuthFailure) -> String {
        do {
            let given = try json.optional("client_name")?.string()
            guard given != nil || !redirects.isEmpty else {
                throw OAuthFailure(.invalidClientMetadata, "Send client_name, or redirect_uris, or both.")
            }
            let host = redirects.first.flatMap(RedirectAddress.origin).flatMap { URL(string: $0)?.host }
            let name = AppName.normalized(given ?? host ?? "App")
            if let fault = AppName.fault(name) { throw OAuthFailure(.invalidClientMetadata, "client_name: " + fault) }
            return name
        } catch let failure as OAuthFailure {
            throw failure
        } catch {
            throw OAuthFailure(.invalidClientMetadata, ProblemResponses.problem(error).detail)
        }
    }

    /// Returns the fields of a form, each of which occurs at most once.
    private static func form(_ scope: RequestScope) async throws -> FormFields {
        let form = try FormFields(try await scope.body().readableBytesView)
        guard Set(form.fields.map(\.name)).count == form.fields.count else {
            throw OAuthFailure(.invalidRequest, "A parameter occurs more than once. Send each once.")
        }
        return form
    }

    private static func required(_ name: String, _ form: FormFields) throws(OAuthFailure) -> String {
        guard let value = form[name], !value.isEmpty else {
            throw OAuthFailure(.invalidRequest, "\(name) is missing.")
        }
        return value
    }

    /// Returns the client of a request, by `client_id` or the user name of HTTP's basic authentication with an empty password.
    private static func client(_ form: FormFields, _ scope: RequestScope) async throws -> OAuthClient {
        let named = form["client_id"].flatMap { $0.isEmpty ? nil : $0 }
        let basic = try basic(scope.request)
        guard let identifier = named ?? basic, basic == nil || basic == identifier else {
            throw OAuthFailure(.invalidClient, "client_id is missing, or differs from the one in Authorization.")
        }
        let database = scope.database
        let found = try await scope.blocking { try database.apps.oauthClients.client(identifier) }
        guard let found else {
            try scope.services.rates.wrongTokens.count(
                ClientAddress(scope.clientAddress), "Too many requests of unknown clients. Wait.")
            throw OAuthFailure(.invalidClient, "The client is unknown. Register it with POST /oauth/register.")
        }
        return found
    }

    private static func basic(_ request: Request) throws(OAuthFailure) -> String? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("basic ") else { return nil }
        let text = Data(base64Encoded: String(field.dropFirst("basic ".count))).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let text, text.hasSuffix(":"), let name = String(text.dropLast()).removingPercentEncoding else {
            throw OAuthFailure(
                .invalidClient, "Clients have no secret. Leave out Authorization, or send an empty password.")
        }
        return name
    }

    // MARK: - Tokens

    private static func token(_ scope: RequestScope) async throws -> Response {
        let form = try await form(scope)
        let type = try required("grant_type", form)
        guard OAuthMetadata.grantTypes.contains(type) else {
            throw OAuthFailure(
                .unsupportedGrantType,
                "grant_type has to be one of \(OAuthMetadata.grantTypes.joined(separator: ", ")).")
        }
        let client = try await client(form, scope)
        switch type {
        case "authorization_code": return try await exchange(form, client, scope)
        case "refresh_token": return try await refresh(form, client, scope)
        default: return try await deviceTokens(form, client, scope)
        }
    }

    private static func exchange(_ form: FormFields, _ client: OAuthClient, _ scope: RequestScope) async throws
        -> Response
    {
        let services = scope.services
        let hash = Secret.hash(try required("code", form))
        let verifier = try required("code_verifier", form)
        let redirect = try required("redirect_uri", form)
        guard let code = services.oauth.take(code: hash) else {
            try await end(code: hash, scope)
            throw try invalidGrant("The code is unknown, has expired, or was used before.", scope)
        }
        guard code.app == client.identifier else {
            throw try invalidGrant("The code belongs to another client.", scope)
        }
        guard code.redirect == redirect else {
            throw try invalidGrant("redirect_uri differs from that of the authorization.", scope)
        }
        guard PKCE.isValid(verifier, for: code.challenge) else {
            throw try invalidGrant("code_verifier is not that of the code_challenge.", scope)
        }
        let response = try await issue(code.scope, hash, client, scope)
        // The code was sent again while the tokens were stored.
        if services.oauth.isReused(code: hash) {
            try await end(code: hash, scope)
            throw try invalidGrant("The code was used twice.", scope)
        }
        return response
    }

    private static func deviceTokens(
        _ form: FormFields, _ client: OAuthClient, _ scope: RequestScope
    ) async throws -> Response {
        let hash = Secret.hash(try required("device_code", form))
        switch scope.services.oauth.take(device: hash, of: client.identifier) {
        case .pending: throw OAuthFailure(.authorizationPending, "The person has not answered yet. Ask again.")
        case .tooFast: throw OAuthFailure(.slowDown, "Ask every \(OAuthRequests.interval) seconds.")
        case .denied: throw OAuthFailure(.accessDenied, "The person has refused.")
        case .unknown:
            try await end(code: hash, scope)
            try scope.services.rates.wrongTokens.count(
                ClientAddress(scope.clientAddress), "Too many requests with unknown codes. Wait.")
            throw OAuthFailure(.expiredToken, "The device code has expired, or was used before. Begin again.")
        case .granted(let granted): return try await issue(granted, hash, client, scope)
        }
    }

    /// Creates tokens for a code and returns the response.
    private static func issue(
        _ granted: OAuthScope, _ code: Data, _ client: OAuthClient, _ scope: RequestScope
    ) async throws -> Response {
        let apps = scope.services.apps
        let result = try await scope.blocking { () -> (OAuthTokens, String)? in
            guard let tokens = try apps.issue(to: client.identifier, code: code, scope: granted) else { return nil }
            return (tokens, try apps.granted(granted, to: client.identifier))
        }
        guard let (tokens, text) = result else { throw try invalidGrant("The owner has revoked the app.", scope) }
        return scope.response(tokens.json(text, wantsPatient: granted.wantsPatient))
    }

    private static func refresh(_ form: FormFields, _ client: OAuthClient, _ scope: RequestScope) async throws
        -> Response
    {
        let token = try required("refresh_token", form)
        let wanted = try form["scope"].flatMap { $0.isEmpty ? nil : $0 }.map { text throws(OAuthFailure) in
            try OAuthScope(text)
        }
        let apps = scope.services.apps
        let result = try await scope.blocking { () -> (OAuthTokens, OAuthScope, String)? in
            guard let (tokens, granted) = try apps.renew(token, of: client.identifier, scope: wanted) else {
                return nil
            }
            return (tokens, granted, try apps.granted(granted, to: client.identifier))
        }
        guard let (tokens, granted, text) = result else {
            throw try invalidGrant("The refresh token is unknown, has ended, or was used before.", scope)
        }
        return scope.response(tokens.json(text, wantsPatient: granted.wantsPatient))
    }

    /// Ends the tokens of a code that is sent again.
    private static func end(code: Data, _ scope: RequestScope) async throws {
        let apps = scope.services.apps
        try await scope.blocking { try apps.end(code: code) }
    }

    /// Counts a wrong code or token, and returns the error.
    private static func invalidGrant(_ detail: String, _ scope: RequestScope) throws -> OAuthFailure {
        try scope.services.rates.wrongTokens.count(
            ClientAddress(scope.clientAddress), "Too many requests with unknown codes or tokens. Wait.")
        return OAuthFailure(.invalidGrant, detail)
    }

    private static func revoke(_ scope: RequestScope) async throws -> Response {
        let form = try await form(scope)
        let token = try required("token", form)
        let client = try await client(form, scope)
        let apps = scope.services.apps
        try await scope.blocking { try apps.end(token: token, of: client.identifier) }
        return scope.response(.object([]))
    }

    // MARK: - Devices

    private static func authorizeDevice(_ scope: RequestScope) async throws -> Response {
        let services = scope.services
        try services.rates.authorizations.count(
            ClientAddress(scope.clientAddress), "Too many authorizations have begun at this address. Wait.")
        let form = try await form(scope)
        let client = try await client(form, scope)
        let wanted = try OAuthScope(form["scope"] ?? "")
        let (device, user) = (Secret.random(), PairingCode().text)
        services.oauth.add(
            OAuthRequest(
                client: client, scope: wanted, recipient: .device(userCode: user, hash: Secret.hash(device)),
                created: services.configuration.clock()))
        let address = services.publicURL + OAuthRoutes.device.path
        return scope.response(
            .object([
                ("device_code", .string(device)), ("user_code", .string(user)), ("verification_uri", .string(address)),
                ("verification_uri_complete", .string("\(address)?user_code=\(user)")),
                ("expires_in", .integer(Int(OAuthRequests.lifetime))), ("interval", .integer(OAuthRequests.interval)),
            ]))
    }
}
