// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore

/// The pages on which the person answers the requests of clients of OAuth 2.
///
/// A client's site leads the browser to these pages, which then does not send the owner's cookie (`SameSite=Strict`). They are therefore
/// the same for everyone until their script requests them again, from this server, with the cookie and the session's token.
enum ConsentPages {
    static let bindings = [
        Page.binding(OAuthRoutes.authorize, authorize),
        Page.binding(OAuthRoutes.consent) { scope in
            guard let owner = try await owner(scope) else { return try await scope.shell() }
            return try await sheet(owner)
        },
        Page.binding(OAuthRoutes.decide, decide),
        Page.binding(OAuthRoutes.device) { scope in
            guard let owner = try await owner(scope) else { return try await scope.shell() }
            return try await device(owner, code: owner.query("user_code") ?? "")
        },
        Page.binding(OAuthRoutes.enterCode, enterCode),
    ]

    /// The start of the paths of requests.
    static let path = "/oauth/requests/"

    /// Returns the same request as the owner's; nil if it has no token of a session.
    private static func owner(_ scope: RequestScope) async throws -> RequestScope? {
        guard let name = HTTPField.Name(OwnerSessionNames.formTokenField), scope.request.headers[name] != nil else {
            return nil
        }
        return scope.with(try await Authentication(scope.services).owner(of: scope.request, for: scope.route))
    }

    private static func authorize(_ scope: RequestScope) async throws -> Response {
        do {
            switch try await OAuthAuthorization.begin(scope) {
            case .open(let id): throw Redirection(path + id.uuidString)
            case .address(let address): throw Redirection(address)
            }
        } catch let refusal as OAuthAuthorization.Refusal {
            switch refusal {
            case .client: throw PageProblem(.invalidRequest, "oauth_wrong_client")
            case .address: throw PageProblem(.invalidRequest, "oauth_wrong_address")
            case .request: throw PageProblem(.invalidRequest, "oauth_wrong_request")
            }
        }
    }

    private static func request(_ scope: RequestScope) throws -> OAuthRequest {
        guard let id = UUID(uuidString: try scope.path("id")), let request = scope.services.oauth.request(id) else {
            throw PageProblem(.notFound, "oauth_gone")
        }
        return request
    }

    /// - Parameter known: The request; nil for that of the path.
    private static func sheet(_ scope: RequestScope, of known: OAuthRequest? = nil) async throws -> Response {
        let request = try known ?? request(scope)
        let (texts, database) = (scope.texts, scope.database)
        let identifier = request.client.identifier
        let (name, permissions) = try await scope.blocking {
            (
                try OAuthAuthorization.name(of: request.client, in: database),
                try database.apps.all().first { $0.identifier == identifier }?.permissions ?? []
            )
        }
        var values: [String: Any] = [
            "name": name, "identifier": identifier, "isClient": true, "action": path + request.id.uuidString,
        ]
        switch request.recipient {
        case .address(let address, _, _):
            let shown = RedirectAddress.origin(address) ?? String(address.prefix { $0 != "?" })
            values["recipient"] = texts.text("oauth_recipient", ["address": shown])
            let origins = Set(request.client.redirects.compactMap(RedirectAddress.origin)).sorted()
            values["origins"] = origins.map { texts.text("oauth_origin", ["address": $0]) }
        case .device(let code, _): values["code"] = texts.text("oauth_device_shown", ["code": code])
        }
        return try await RequestPages.choices(
            scope, share: request.scope.share, read: request.scope.read, values,
            title: texts.text("permission_title", ["name": name]),
            known: Dictionary(permissions.map { ($0.type, $0.permission) }) { first, _ in first })
    }

    private static func decide(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        // Without scripts, the page is opened by a form with the session's token.
        if form["action"] == "open" { return try await sheet(scope) }
        let request = try request(scope)
        let app = AppIdentity(identifier: request.client.identifier, name: request.client.name)
        let decision = try await RequestPages.decision(form, on: request.scope.request(of: app), scope)
        if decision.isGrant { try await scope.confirm(form) }
        let address = try await OAuthAuthorization.decide(request, decision, scope)
        let texts = scope.texts
        var values: [String: Any] = [
            "text": texts.text(decision.isGrant ? "oauth_allowed" : "oauth_denied", ["name": request.client.name])
        ]
        if let address { values["address"] = address }
        var response = try await scope.page("consented", title: texts.text("permission_done"), values)
        // A redirection would be a response to a form, which the content security policy allows to this server only.
        if let address, let refresh = HTTPField.Name("Refresh") { response.headers[refresh] = "0; url=\(address)" }
        return response
    }

    // MARK: - Devices

    /// - Parameter isWrong: Whether no device waits with the code.
    private static func device(_ scope: RequestScope, code: String, isWrong: Bool = false) async throws -> Response {
        let texts = scope.texts
        var values: [String: Any] = ["userCode": String(code.prefix(64))]
        let problem = isWrong ? PageProblem(.notFound, "oauth_device_wrong") : nil
        if let problem { values["wrong"] = problem.text(texts) }
        return try await scope.page("device", title: texts.text("oauth_device_title"), values, problem: problem)
    }

    private static func enterCode(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        if form["action"] == "open" { return try await device(scope, code: scope.query("user_code") ?? "") }
        let code = form["user_code"] ?? ""
        guard let request = scope.services.oauth.request(userCode: code) else {
            return try await device(scope, code: code, isWrong: true)
        }
        return try await sheet(scope, of: request)
    }
}
