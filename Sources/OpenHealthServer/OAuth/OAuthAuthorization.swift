// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The authorization endpoint: the checks of a client's request, and the owner's decision on it.
package enum OAuthAuthorization {
    /// The reason why a request is not answered to the client, since its address is not known to be that of the client.
    package enum Refusal: Error {
        /// The client is unknown.
        case client
        /// The redirect URI is missing, or is none of the client.
        case address
        /// The request has another fault, and the owner has never allowed the client.
        case request
    }

    /// The consequence of a request.
    package enum Result {
        /// The owner answers it on the page of this request.
        case open(UUID)
        /// The client gets an error at this address.
        case address(String)
    }

    /// The parameters of a request.
    private struct Parameters {
        let fields: FormFields

        /// Returns a parameter without an empty value, which counts as missing (RFC 6749, 3.1).
        subscript(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

        func isRepeated(_ name: String) -> Bool { fields.values(name).count > 1 }

        /// Whether any parameter occurs more than once.
        var hasRepeated: Bool { Set(fields.fields.map(\.name)).count != fields.fields.count }
    }

    /// Checks a request and keeps it for the owner.
    /// - Throws: A ``Refusal``, or a ``Problem``.
    package static func begin(_ scope: RequestScope) async throws -> Result {
        let services = scope.services
        try services.rates.authorizations.count(
            ClientAddress(scope.clientAddress), "Too many authorizations have begun at this address. Wait.")
        let parameters = Parameters(fields: try FormFields((scope.request.uri.query ?? "").utf8))
        guard !parameters.isRepeated("client_id"), let identifier = parameters["client_id"],
            let client = try await client(identifier, scope)
        else { throw Refusal.client }
        guard !parameters.isRepeated("redirect_uri"), let redirect = parameters["redirect_uri"],
            client.redirects.contains(where: { RedirectAddress.matches(redirect, $0) })
        else { throw Refusal.address }
        do {
            let request = try request(parameters, client, redirect, scope)
            services.oauth.add(request)
            return .open(request.id)
        } catch {
            // Anyone can register an address. The server leads browsers to those only that the owner has seen (RFC 9700, 4.11.2).
            guard client.isApproved else { throw Refusal.request }
            return .address(
                redirection(
                    [("error", error.code.rawValue), ("error_description", error.detail)], at: redirect,
                    state: parameters.isRepeated("state") ? nil : parameters["state"], services))
        }
    }

    private static func client(_ identifier: String, _ scope: RequestScope) async throws -> OAuthClient? {
        let database = scope.database
        return try await scope.blocking { try database.apps.oauthClients.client(identifier) }
    }

    private static func request(
        _ parameters: Parameters, _ client: OAuthClient, _ redirect: String, _ scope: RequestScope
    ) throws(OAuthFailure) -> OAuthRequest {
        guard !parameters.hasRepeated else {
            throw OAuthFailure(.invalidRequest, "A parameter occurs more than once. Send each once.")
        }
        if parameters["request"] != nil {
            throw OAuthFailure(.requestNotSupported, "Send the parameters themselves instead of request.")
        }
        if parameters["request_uri"] != nil {
            throw OAuthFailure(.requestURINotSupported, "Send the parameters themselves instead of request_uri.")
        }
        guard let type = parameters["response_type"] else {
            throw OAuthFailure(.invalidRequest, "response_type is missing. Send code.")
        }
        guard type == "code" else { throw OAuthFailure(.unsupportedResponseType, "response_type has to be code.") }
        guard let challenge = parameters["code_challenge"] else {
            throw OAuthFailure(.invalidRequest, "code_challenge is missing. Use PKCE (RFC 7636).")
        }
        guard parameters["code_challenge_method"] == "S256" else {
            throw OAuthFailure(.invalidRequest, "code_challenge_method has to be S256.")
        }
        guard challenge.utf8.count == 43, challenge.utf8.allSatisfy(PKCE.isUnreserved) else {
            throw OAuthFailure(.invalidRequest, "code_challenge has to be a SHA-256 in base64url, without padding.")
        }
        if let mode = parameters["response_mode"], mode != "query" {
            throw OAuthFailure(.invalidRequest, "response_mode has to be query, or left out.")
        }
        if let resource = parameters["resource"] { try checkResource(resource, scope.services) }
        return OAuthRequest(
            client: client, scope: try OAuthScope(parameters["scope"] ?? ""),
            recipient: .address(redirect, state: parameters["state"], challenge: challenge),
            created: scope.services.configuration.clock())
    }

    /// Checks that the resource that tokens are for is this server (RFC 8707).
    private static func checkResource(_ resource: String, _ services: DaemonServices) throws(OAuthFailure) {
        let url = services.publicURL
        guard resource == url || resource.hasPrefix(url + "/") else {
            throw OAuthFailure(.invalidTarget, "resource has to be the address of this server.")
        }
    }

    /// Returns the address that leads a browser back to a client.
    private static func redirection(
        _ parameters: [(String, String)], at redirect: String, state: String?, _ services: DaemonServices
    ) -> String {
        RedirectAddress.adding(
            parameters + (state.map { [("state", $0)] } ?? []) + [("iss", services.publicURL)], to: redirect)
    }

    // MARK: - Decisions

    /// Returns the name of a client for the owner. A name that resembles that of another app gets the end of the identifier, which is
    /// random.
    package static func name(of client: OAuthClient, in database: HealthDatabase) throws -> String {
        guard try PairingCode.app(in: database, named: client.name, besides: client.identifier) != nil else {
            return client.name
        }
        return client.name + " " + client.identifier.suffix(8).uppercased()
    }

    /// Records the owner's decision on a request.
    /// - Returns: The address of the client, with the decision; nil for a device.
    /// - Throws: A ``Problem``, `conflict`, if the request was answered before.
    package static func decide(
        _ request: OAuthRequest, _ decision: AuthorizationDecision, _ scope: RequestScope
    ) async throws -> String? {
        let (services, database) = (scope.services, scope.database)
        guard services.oauth.take(request.id) else {
            throw Problem(.conflict, "The request has already been answered.")
        }
        var isGranted = decision.isGrant
        if isGranted {
            let clock = services.configuration.clock
            isGranted = try await scope.changing {
                let app = AppIdentity(
                    identifier: request.client.identifier, name: try name(of: request.client, in: database))
                return try database.requests.consent(to: app, request.scope.request(of: app), decision, clock: clock)
            }
            services.apps.empty()
        }
        switch request.recipient {
        case .device(_, let hash):
            services.oauth.noteDevice(hash, isGranted: isGranted)
            return nil
        case .address(let redirect, let state, let challenge):
            guard isGranted else {
                return Self.redirection([("error", "access_denied")], at: redirect, state: state, services)
            }
            let code = Secret.random()
            services.oauth.add(
                OAuthCode(
                    app: request.client.identifier, redirect: redirect, challenge: challenge, scope: request.scope,
                    created: services.configuration.clock()), hash: Secret.hash(code))
            return Self.redirection([("code", code)], at: redirect, state: state, services)
        }
    }
}

/// Proof keys for the exchange of codes (RFC 7636), with S256 only.
enum PKCE {
    /// Returns whether a byte can be in a code verifier.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Returns whether a verifier is that of a challenge.
    static func isValid(_ verifier: String, for challenge: String) -> Bool {
        (43...128).contains(verifier.utf8.count) && verifier.utf8.allSatisfy(isUnreserved)
            && Secret.isEqual(Secret.text(Secret.hash(verifier)), challenge)
    }
}
