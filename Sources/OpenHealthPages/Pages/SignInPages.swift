// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// The pages on which the owner signs in and out.
enum SignInPages {
    static let bindings = [
        Page.binding(PageRoutes.setUp, setUp),
        Page.binding(PageRoutes.sendSetUp, sendSetUp),
        Page.binding(PageRoutes.signIn, signIn),
        Page.binding(PageRoutes.sendSignIn, sendSignIn),
        Page.binding(PageRoutes.signOut, signOut),
    ]

    private static func setUp(_ scope: RequestScope) async throws -> Response {
        let owner = scope.services.owner
        if try await scope.blocking({ try owner.hasOwner() }) { throw Redirection("/owner/login") }
        return try await setUpPage(scope, code: scope.query("code") ?? "")
    }

    /// - Parameter code: the typed code, so that it need not be typed again.
    private static func setUpPage(
        _ scope: RequestScope, code: String = "", wrong: PageProblem? = nil
    ) async throws -> Response {
        try await page(
            "setup", titleKey: "signin_setup_title", ["fewest": PassphraseFault.fewest, "code": code], wrong, scope)
    }

    private static func sendSetUp(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.openForm()
        let (code, passphrase) = (form["code"] ?? "", form["passphrase"] ?? "")
        var wrong: PageProblem?
        if let fault = PassphraseFault(passphrase) { wrong = problem(fault) }
        if wrong == nil, form["again"] != passphrase { wrong = PageProblem(.invalidRequest, "signin_differ") }
        if let wrong { return try await setUpPage(scope, code: code, wrong: wrong) }
        do {
            let new = try await SignInService(scope).setUp(code: code, passphrase: passphrase)
            return try await entered(scope, new, next: "/welcome")
        } catch let refusal as SignInRefusal {
            return try await setUpPage(scope, code: code, wrong: PageProblem(refusal))
        }
    }

    private static func problem(_ fault: PassphraseFault) -> PageProblem {
        switch fault {
        case .tooShort: PageProblem(.invalidRequest, "signin_short", count: PassphraseFault.fewest)
        case .tooLong: PageProblem(.invalidRequest, "signin_long", count: PassphraseFault.most)
        }
    }

    private static func signIn(_ scope: RequestScope) async throws -> Response {
        let owner = scope.services.owner
        if try await scope.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        return try await signInPage(scope, next: scope.query("next"))
    }

    private static func signInPage(
        _ scope: RequestScope, next: String?, wrong: PageProblem? = nil
    ) async throws -> Response {
        let database = scope.database
        let hasCode = try await scope.blocking { try database.owner.secondFactor() != nil }
        // The page does not reveal which of the two was wrong.
        let wrong = hasCode && wrong?.key == "signin_wrong" ? PageProblem(.forbidden, "signin_wrongeither") : wrong
        return try await page(
            "login", titleKey: "signin_login_title", ["next": path(next), "hasCode": hasCode], wrong, scope,
            script: PageScript(name: "page-login.js", isNeeded: false, drawsCharts: false))
    }

    private static func sendSignIn(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.openForm()
        do {
            let new = try await SignInService(scope).signIn(form["passphrase"] ?? "", code: form["code"])
            var cookies: [String] = []
            // A browser without a language gets the one that the person has chosen elsewhere.
            let database = scope.database
            if OwnerSessionCookie.value(of: Language.cookie, in: scope.request) == nil,
                let chosen = try await scope.blocking({ try database.preferences.current().language }),
                let language = Language(rawValue: chosen)
            {
                cookies.append(language.giving)
            }
            return try await entered(scope, new, next: path(form["next"]), cookies)
        } catch let refusal as SignInRefusal {
            return try await signInPage(scope, next: form["next"], wrong: PageProblem(refusal))
        }
    }

    private static func signOut(_ scope: RequestScope) async throws -> Response {
        _ = try await scope.form()
        let (owner, session) = (scope.services.owner, try scope.owner())
        try await scope.blocking { _ = try owner.signOut(session.id) }
        var headers = HTTPFields(cookies: [OwnerSessionCookie.taking(scope.services)])
        headers[.location] = "/owner/login?left=true"
        return Response(status: .seeOther, headers: headers)
    }

    /// Returns the path of the page after the sign-in.
    private static func path(_ text: String?) -> String { PagePath.own(text) ?? "/" }

    /// Returns the page that begins a session in a browser. It contains the session's token, which its script stores before it
    /// continues. Another port of the host cannot request this response, since the form requires the passphrase.
    private static func entered(
        _ scope: RequestScope, _ new: NewOwnerSession, next: String, _ cookies: [String] = []
    ) async throws -> Response {
        var values: [String: Any] = ["next": next]
        // Without scripts, these pages are opened by a form with the token.
        let opened = [PageRoutes.apps, PageRoutes.phones, PageRoutes.backup, OAuthRoutes.device].map(\.path)
        let requests = [PageRoutes.requests.path, ConsentPages.path]
        if opened.contains(String(next.prefix { $0 != "?" })) || requests.contains(where: next.hasPrefix) {
            values["opens"] = next
        }
        var response = try await scope.page(
            "entered", title: scope.text("signin_opening"), values,
            script: PageScript(name: "page-entered.js", isNeeded: false, drawsCharts: false), session: new.session)
        for cookie in OwnerSessionCookie.giving(new, scope.services) + cookies {
            response.headers.append(HTTPField(name: .setCookie, value: cookie))
        }
        return response
    }

    private static func page(
        _ template: String, titleKey: String, _ values: [String: Any], _ wrong: PageProblem?, _ scope: RequestScope,
        script: PageScript? = nil
    ) async throws -> Response {
        let texts = scope.texts
        var values = values
        values["csrf"] = scope.services.owner.seal.text(at: scope.services.configuration.clock())
        if let wrong { values["wrong"] = wrong.text(texts) }
        return try await scope.page(template, title: texts.text(titleKey), values, script: script, problem: wrong)
    }
}
