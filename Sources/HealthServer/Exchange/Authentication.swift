// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import HealthStore
import Hummingbird

/// Finds out who asks. The audience of a route decides what counts: an app's token opens none of the owner's routes, nor a
/// session one of the apps'.
struct Authentication: Sendable {
    private let services: DaemonServices

    init(_ services: DaemonServices) {
        self.services = services
    }

    func principal(of request: Request, _ context: DaemonContext, for route: APIRoute) async throws -> Principal {
        try SameOrigin.checkHost(request, services)
        return switch route.audience {
        case .anyone: .anyone
        case .app: .app(try await app(of: request, context, for: route))
        case .owner: .owner(try await owner(of: request, for: route))
        }
    }

    private func app(of request: Request, _ context: DaemonContext, for route: APIRoute) async throws -> AppIdentity {
        guard let token = Self.bearer(request) else {
            throw Problem(
                .unauthenticated,
                "Send the app's token in the field Authorization: Bearer …; POST /v1/apps gives one.")
        }
        if token.hasPrefix(WebApp.tokenPrefix) { return try await webApp(of: request, context, token, for: route) }
        guard let app = try await services.apps.app(token: token, services.workers) else {
            try services.rates.wrongTokens.count(
                ClientAddress(context.remoteAddress), "Too many requests with tokens that nobody has. Wait.")
            throw Problem(.unauthenticated, "No app has this token. It may have been replaced or revoked.")
        }
        try services.rates.apps.count(app.identifier, "The app asks too often. Wait.")
        services.apps.noteUse(app, services.writers, context.logger)
        return app
    }

    /// The app that the daemon's own pages are: its token counts in the session that it was made for.
    private func webApp(
        of request: Request, _ context: DaemonContext, _ token: String, for route: APIRoute
    ) async throws -> AppIdentity {
        guard try await isPageToken(token, request) else {
            throw Problem(.unauthenticated, "The session of this page has ended. Sign in again.")
        }
        if route.method != .get { try SameOrigin.check(request, services) }
        try services.rates.apps.count(WebApp.identity.identifier, "The pages ask too often. Wait.")
        services.apps.noteUse(WebApp.identity, services.writers, context.logger)
        return WebApp.identity
    }

    /// Whether a token is that of the pages of the session that a request is in.
    private func isPageToken(_ token: String, _ request: Request) async throws -> Bool {
        let owner = services.owner
        guard let name = SessionCookie.name(in: request),
            let session = try await services.workers.run({ try owner.session(name) })
        else { return false }
        return Secret.isEqual(token, WebApp.token(session))
    }

    /// Whether the token of a request that was let in still counts.
    func isKnown(_ request: Request) async throws -> Bool {
        guard let token = Self.bearer(request) else { return false }
        if token.hasPrefix(WebApp.tokenPrefix) { return try await isPageToken(token, request) }
        return try await services.apps.app(token: token, services.workers) != nil
    }

    private func owner(of request: Request, for route: APIRoute) async throws -> OwnerSession {
        let owner = services.owner
        var session: OwnerSession?
        if let name = SessionCookie.name(in: request) {
            session = try await services.workers.run { try owner.session(name) }
        }
        guard let session else {
            if route.isPage {
                let next = route.method == .get ? PagePath.own(request.uri.path) : nil
                throw Redirection("/owner/login" + (next.map { "?next=\($0)" } ?? ""))
            }
            throw Problem(.unauthenticated, "Only the owner may do this, signed in at /owner/login.")
        }
        if route.method != .get {
            try SameOrigin.check(request, services)
            // Forms send the token in their body, where Exchange.form() looks for it.
            if !route.isForm { try Self.checkFormToken(request, session) }
        }
        return session
    }

    private static func checkFormToken(_ request: Request, _ session: OwnerSession) throws(Problem) {
        let given = HTTPField.Name(APISession.formTokenField).flatMap { request.headers[$0] }
        guard let given, Secret.isEqual(given, session.formToken) else {
            throw Problem(
                .forbidden,
                "Send the session's token in the field \(APISession.formTokenField); GET /v1/owner/session tells it.")
        }
    }

    /// The token of a request.
    static func bearer(_ request: Request) -> String? {
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("bearer ") else { return nil }
        return String(field.dropFirst("bearer ".count))
    }
}
