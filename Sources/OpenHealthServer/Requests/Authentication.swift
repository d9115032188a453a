// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

/// The authentication of requests. The audience of a route determines the credentials: an app's token is not valid on the owner's
/// routes, nor a session on those of apps.
package struct Authentication: Sendable {
    let services: DaemonServices

    package init(_ services: DaemonServices) {
        self.services = services
    }

    func principal(of request: Request, _ context: DaemonContext, for route: APIRoute) async throws -> Principal {
        if route.id == DaemonRoutes.metrics.id, isCollector(request) { return .anyone }
        return switch route.audience {
        case .anyone: .anyone
        case .app: try await app(of: request, context, for: route)
        case .owner: try await owner(of: request, for: route)
        }
    }

    /// Returns whether a request for the metrics has the token with which the server was started.
    private func isCollector(_ request: Request) -> Bool {
        guard let token = services.configuration.metricsToken, let given = Self.bearer(request) else { return false }
        return Secret.isEqual(given, token)
    }

    private func app(of request: Request, _ context: DaemonContext, for route: APIRoute) async throws -> Principal {
        if PhoneRoutes.withSecrets.contains(route.id) {
            return try await nightscoutClient(of: request, context, for: route)
        }
        guard let token = Self.bearer(request) ?? Self.phoneKey(request, route) else { throw Self.missingToken }
        if token.hasPrefix(WebApp.tokenPrefix) { return .app(try await webApp(of: request, context, token)) }
        guard let app = try await services.apps.app(token: token, services.workers) else {
            if case .reader? = try await services.nightscoutCredential(token) { throw Self.onlyReads }
            try countWrongToken(of: request, context)
            throw Self.unknownToken
        }
        return .app(try admit(app, request, context))
    }

    static let missingToken = Problem(
        .unauthenticated,
        "Send the app's token in the field Authorization: Bearer …; POST /v1/apps gives one for a pairing code.")

    static let unknownToken = Problem(
        .unauthenticated,
        "No app has this token. It may have expired, been replaced or revoked, or not been used for a year.")

    /// Counts a request with an unknown token.
    /// - Throws: A ``Problem`` if its address has sent too many.
    func countWrongToken(of request: Request, _ context: DaemonContext) throws {
        try services.rates.wrongTokens.count(
            ClientAddress(services.proxies.client(of: request, from: context.remoteAddress)),
            "Too many requests with unknown tokens. Wait.")
    }

    /// Counts a request of an app, and records the use of its token.
    /// - Throws: A ``Problem`` if it sends too many requests.
    func admit(_ app: AppIdentity, _ request: Request, _ context: DaemonContext) throws -> AppIdentity {
        defer { context.account.rate = services.rates.apps.state(of: app.identifier) }
        try services.rates.apps.count(app.identifier, "The app sends too many requests. Wait.")
        let client = services.proxies.client(of: request, from: context.remoteAddress)
        services.apps.noteUse(app, from: client?.ipAddress)
        return app
    }

    /// Returns the app of the server's own pages, whose token is valid in its session.
    func webApp(
        of request: Request, _ context: DaemonContext, _ token: String
    ) async throws -> AppIdentity {
        try SameOrigin.check(request, services)
        guard try await isPageToken(token, request) else {
            throw Problem(.unauthenticated, "The session of this page has ended. Sign in again.")
        }
        try services.rates.apps.count(WebApp.identity.identifier, "The pages send too many requests. Wait.")
        services.apps.noteUse(WebApp.identity)
        return WebApp.identity
    }

    /// Returns whether a token is that of the pages of the request's session.
    private func isPageToken(_ token: String, _ request: Request) async throws -> Bool {
        guard let session = try await session(of: request) else { return false }
        return Secret.isEqual(token, WebApp.token(session.stored.tokenHash))
    }

    /// Returns the number of times that all permissions of the app of an authenticated request were revoked; nil if the token is not
    /// valid any more.
    func revocations(_ request: Request) async throws -> Int? {
        guard let token = Self.bearer(request) else { return nil }
        if token.hasPrefix(WebApp.tokenPrefix) { return try await isPageToken(token, request) ? 0 : nil }
        return try await services.apps.holder(token: token, services.workers)?.revocations
    }

    // MARK: - The owner

    private func session(of request: Request) async throws -> UnprovenOwnerSession? {
        let cookies = OwnerSessionCookie.sessions(in: request, services)
        if cookies.isEmpty { return nil }
        let owner = services.owner
        return try await services.workers.run { try owner.session(cookies) }
    }

    /// Returns the owner in a session, or a client that requests a page with only the session's cookie.
    package func owner(of request: Request, for route: APIRoute) async throws -> Principal {
        guard let session = try await session(of: request) else { throw Self.refusal(request, route) }
        // A form has the token in its body, where Page.binding looks for it.
        if route.isForm {
            try SameOrigin.check(request, services)
            return .cookieHolder(session)
        }
        let token = HTTPField.Name(OwnerSessionNames.formTokenField).flatMap { request.headers[$0] }
        if token == nil, route.isPage {
            try SameOrigin.checkNavigation(request, services)
            return .cookieHolder(session)
        }
        try SameOrigin.check(request, services)
        guard let proven = token.flatMap(session.proven) else { throw Self.refusal(request, route) }
        return .owner(proven)
    }

    /// Returns the response to a request without a session, which for a page is a redirection to the sign-in page.
    private static func refusal(_ request: Request, _ route: APIRoute) -> any Error {
        guard route.isPage else {
            return Problem(
                .unauthenticated,
                "Only the owner may do this, signed in at /owner/login. Send the session's cookie, and its token in the field "
                    + "\(OwnerSessionNames.formTokenField).")
        }
        let next = route.method == .get ? PagePath.next(request) : nil
        return Redirection("/owner/login" + (next.map { $0 == "/" ? "" : "?next=\($0)" } ?? ""))
    }

    /// Returns the key of an Open Wearables app, which has no other field for its token.
    private static func phoneKey(_ request: Request, _ route: APIRoute) -> String? {
        guard route.id == PhoneRoutes.sync.id || route.id == PhoneRoutes.logs.id else { return nil }
        return HTTPField.Name(PhoneRoutes.keyField).flatMap { request.headers[$0] }
    }

    /// Returns the token of a request.
    static func bearer(_ request: Request) -> String? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }
}

/// The sender of a request.
package enum Principal: Sendable {
    /// A client without credentials.
    case anyone
    /// An app, by its token.
    case app(AppIdentity)
    /// A client that only reads what an app reads, by the token of a reader.
    case reader(AppIdentity)
    /// The owner, in a session.
    case owner(OwnerSession)
    /// A client that requests a page with only the cookie of an owner's session. The page shows no data of the owner and performs
    /// no action.
    case cookieHolder(UnprovenOwnerSession)

    /// The app, or the app whose data a reader requests; nil for other senders.
    var app: AppIdentity? {
        switch self {
        case .app(let app), .reader(let app): app
        case .anyone, .owner, .cookieHolder: nil
        }
    }

    /// Whether the sender is a reader.
    var isReader: Bool { if case .reader = self { true } else { false } }
}
