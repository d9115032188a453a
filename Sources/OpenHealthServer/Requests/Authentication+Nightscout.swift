// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession

/// The authentication of clients of Nightscout's interface, which send a token, its SHA-1, or a signed token.
extension Authentication {
    /// Returns the app or the reader that sent a request of Nightscout's interface. A header field is used rather than the address.
    func nightscoutClient(
        of request: Request, _ context: DaemonContext, for route: APIRoute
    ) async throws -> Principal {
        let sent = [Self.bearer(request).map(NightscoutTokens.withoutName), Self.secret(request)].compactMap { $0 }
        guard let token = sent.first(where: { !$0.isEmpty }) else {
            return try await clientInAddress(of: request, context, for: route)
        }
        if token.hasPrefix(WebApp.tokenPrefix) { return .app(try await webApp(of: request, context, token)) }
        switch try await services.nightscoutCredential(token) {
        case .app(let app)?: return .app(try admit(app, request, context))
        case .reader(let reader)?: return .reader(try admit(reader, request, context, for: route))
        case nil:
            try countWrongToken(of: request, context)
            guard NightscoutTokens.isToken(token) else { throw Self.unknownToken }
            throw Problem(
                .unauthenticated,
                "The token has expired, or the server has been restarted. Get another one at "
                    + "\(NightscoutVersion3Routes.authorize.path).")
        }
    }

    /// Returns the reader whose token is in the address of a request.
    private func clientInAddress(
        of request: Request, _ context: DaemonContext, for route: APIRoute
    ) async throws -> Principal {
        let tokens = Set(request.uri.queryParameters.getAll(NightscoutRoutes.tokenParameter).filter { !$0.isEmpty })
        guard let token = tokens.first else { throw Self.missingToken }
        guard tokens.count == 1 else {
            throw Problem(.invalidRequest, "?\(NightscoutRoutes.tokenParameter): Expected one token.")
        }
        switch try await services.nightscoutCredential(token) {
        case .reader(let reader)?: return .reader(try admit(reader, request, context, for: route))
        case .app?:
            throw Problem(
                .unauthenticated,
                "This token is not valid in an address, because addresses are in the logs of proxies. Send it in the field "
                    + "\(NightscoutRoutes.secretField), or create a token that can only read on the page \(PageRoutes.phones.path) "
                    + "or with `health apps readers`.")
        case nil:
            try countWrongToken(of: request, context)
            throw Problem(
                .unauthenticated,
                "No reader has this token. It may have been revoked, or not been used for a year. Create one on the page "
                    + "\(PageRoutes.phones.path) or with `health apps readers`.")
        }
    }

    /// Counts a request of a reader, and records the use of its token.
    /// - Returns: The app whose data the reader requests.
    /// - Throws: A ``Problem`` if it sends too many requests, or the route is not one of those for readers.
    private func admit(
        _ reader: ReaderToken, _ request: Request, _ context: DaemonContext, for route: APIRoute
    ) throws -> AppIdentity {
        // A reader does not use up the requests of its connection.
        defer { context.account.rate = services.rates.apps.state(of: reader.key) }
        try services.rates.apps.count(reader.key, "The client sends too many requests. Wait.")
        services.apps.noteUse(
            reader, from: services.proxies.client(of: request, from: context.remoteAddress)?.ipAddress)
        guard PhoneRoutes.forReaders.contains(route.id) else { throw Self.onlyReads }
        return reader.app
    }

    static let onlyReads = Problem(
        .forbidden,
        "This token can only read with Nightscout's interface. Send the token of the connection for anything else.")

    /// Returns the token in the field of uploaders of Nightscout: the secret or its SHA-1.
    private static func secret(_ request: Request) -> String? {
        guard let field = HTTPField.Name(NightscoutRoutes.secretField).flatMap({ request.headers[$0] }), !field.isEmpty
        else { return nil }
        return PhoneConnection.token(ofSent: NightscoutTokens.withoutName(field))
    }
}

/// The credential of a client of Nightscout's interface.
enum NightscoutCredential {
    /// The token of an app.
    case app(AppIdentity)
    /// The token of a reader.
    case reader(ReaderToken)

    /// The name of the client.
    var name: String {
        switch self {
        case .app(let app): app.name
        case .reader(let reader): reader.name
        }
    }
}

extension DaemonServices {
    /// Returns the credential of a token, its SHA-1, or a signed token; nil if it is not valid.
    func nightscoutCredential(_ sent: String) async throws -> NightscoutCredential? {
        if NightscoutTokens.isToken(sent) {
            let now = configuration.clock().timeIntervalSince1970
            guard let hash = nightscoutTokens.credential(of: sent, at: now) else { return nil }
            return try await nightscoutCredential(hash: hash)
        }
        if let found = try await nightscoutCredential(hash: Secret.hash(sent)) { return found }
        return try await nightscoutCredential(hash: Secret.hash(PhoneConnection.token(ofSecret: sent)))
    }

    /// Returns the credential with a stored hash.
    func nightscoutCredential(hash: Data) async throws -> NightscoutCredential? {
        if let app = try await apps.app(hash: hash, workers) { return .app(app) }
        return try await apps.reader(hash: hash, workers).map(NightscoutCredential.reader)
    }
}
