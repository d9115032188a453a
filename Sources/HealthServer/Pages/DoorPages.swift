// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import HealthStore
import Hummingbird

/// The pages on which the owner comes in and goes out.
enum DoorPages {
    static let bindings = [
        Page.binding(PageRoutes.setUp, setUp),
        Page.binding(PageRoutes.sendSetUp, sendSetUp),
        Page.binding(PageRoutes.signIn, signIn),
        Page.binding(PageRoutes.sendSignIn, sendSignIn),
        Page.binding(PageRoutes.signOut, signOut),
    ]

    private static func setUp(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) { throw Redirection("/owner/login") }
        return try await setUpPage(exchange)
    }

    /// - Parameter code: what was typed, so that nobody has to type it again.
    private static func setUpPage(
        _ exchange: Exchange, code: String = "", wrong: PageProblem? = nil
    ) async throws -> Response {
        try await page(
            "setup", titleKey: "door_setup_title", ["fewest": Passphrase.fewest, "code": code], wrong, exchange)
    }

    private static func sendSetUp(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.openForm()
        let (code, passphrase) = (form["code"] ?? "", form["passphrase"] ?? "")
        var wrong: PageProblem?
        if let fault = Passphrase.fault(passphrase) { wrong = problem(fault) }
        if wrong == nil, form["again"] != passphrase { wrong = PageProblem(.invalidRequest, "door_differ") }
        if let wrong { return try await setUpPage(exchange, code: code, wrong: wrong) }
        do {
            let session = try await OwnerDoor(exchange).setUp(code: code, passphrase: passphrase)
            return leave(to: "/welcome", [SessionCookie.giving(session)])
        } catch let refusal as DoorRefusal {
            return try await setUpPage(exchange, code: code, wrong: PageProblem(refusal))
        }
    }

    private static func problem(_ fault: Passphrase.Fault) -> PageProblem {
        switch fault {
        case .tooShort: PageProblem(.invalidRequest, "door_short", count: Passphrase.fewest)
        case .tooLong: PageProblem(.invalidRequest, "door_long", count: Passphrase.most)
        }
    }

    private static func signIn(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        return try await signInPage(exchange, next: exchange.query("next"))
    }

    private static func signInPage(
        _ exchange: Exchange, next: String?, wrong: PageProblem? = nil
    ) async throws -> Response {
        let hasLeft = exchange.query("left") != nil
        return try await page(
            "login", titleKey: "door_login_title", ["next": path(next)], wrong, exchange,
            script: hasLeft ? PageScript(name: "page-login.js", isNeeded: false, drawsCharts: false) : nil)
    }

    private static func sendSignIn(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.openForm()
        do {
            let session = try await OwnerDoor(exchange).signIn(form["passphrase"] ?? "")
            var cookies = [SessionCookie.giving(session)]
            // A browser that has not been told the language yet takes the one that the person has chosen elsewhere.
            let database = exchange.database
            if SessionCookie.value(of: Language.cookie, in: exchange.request) == nil,
                let chosen = try await exchange.blocking({ try database.preferences().language }),
                let language = Language(rawValue: chosen)
            {
                cookies.append(language.giving)
            }
            return leave(to: path(form["next"]), cookies)
        } catch let refusal as DoorRefusal {
            return try await signInPage(exchange, next: form["next"], wrong: PageProblem(refusal))
        }
    }

    private static func signOut(_ exchange: Exchange) async throws -> Response {
        _ = try await exchange.form()
        let (owner, session) = (exchange.services.owner, try exchange.owner())
        try await exchange.blocking { try owner.signOut(session) }
        return leave(to: "/owner/login?left=true", [SessionCookie.taking])
    }

    /// Where to go after signing in.
    private static func path(_ text: String?) -> String { PagePath.own(text) ?? "/" }

    private static func leave(to path: String, _ cookies: [String]) -> Response {
        var headers: HTTPFields = [.location: path]
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return Response(status: .seeOther, headers: headers)
    }

    private static func page(
        _ template: String, titleKey: String, _ values: [String: Any], _ wrong: PageProblem?, _ exchange: Exchange,
        script: PageScript? = nil
    ) async throws -> Response {
        let texts = exchange.texts
        var values = values
        values["csrf"] = exchange.services.owner.seal.text(at: exchange.services.configuration.clock())
        if let wrong { values["wrong"] = wrong.text(texts) }
        return try await exchange.page(template, title: texts.text(titleKey), values, script: script, problem: wrong)
    }
}
