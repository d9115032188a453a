// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
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
        return setUpPage(exchange)
    }

    private static func setUpPage(_ exchange: Exchange, wrong: Problem? = nil) -> Response {
        page("setup", title: "Set up", ["fewest": Passphrase.fewest], wrong, exchange)
    }

    private static func sendSetUp(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.openForm()
        let passphrase = form["passphrase"] ?? ""
        if let fault = Passphrase.fault(passphrase) {
            return setUpPage(exchange, wrong: Problem(.invalidRequest, fault))
        }
        guard form["again"] == passphrase else {
            return setUpPage(exchange, wrong: Problem(.invalidRequest, "The two passphrases differ."))
        }
        do {
            let session = try await OwnerDoor(exchange).setUp(code: form["code"] ?? "", passphrase: passphrase)
            return leave(to: "/owner/apps", SessionCookie.giving(session))
        } catch let problem as Problem {
            return setUpPage(exchange, wrong: problem)
        }
    }

    private static func signIn(_ exchange: Exchange) async throws -> Response {
        let owner = exchange.services.owner
        if try await exchange.blocking({ try owner.hasOwner() }) == false { throw Redirection("/owner/setup") }
        return signInPage(exchange, next: exchange.query("next"))
    }

    private static func signInPage(_ exchange: Exchange, next: String?, wrong: Problem? = nil) -> Response {
        page("login", title: "Sign in", ["next": path(next)], wrong, exchange)
    }

    private static func sendSignIn(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.openForm()
        do {
            let session = try await OwnerDoor(exchange).signIn(form["passphrase"] ?? "")
            return leave(to: path(form["next"]), SessionCookie.giving(session))
        } catch let problem as Problem {
            return signInPage(exchange, next: form["next"], wrong: problem)
        }
    }

    private static func signOut(_ exchange: Exchange) async throws -> Response {
        _ = try await exchange.form()
        let (owner, session) = (exchange.services.owner, try exchange.owner())
        try await exchange.blocking { try owner.signOut(session) }
        return leave(to: "/owner/login", SessionCookie.taking)
    }

    /// Where to go after signing in: to a page of the owner's, and nowhere else.
    private static func path(_ text: String?) -> String {
        guard let text, text.hasPrefix("/owner/requests/"),
            text.utf8.allSatisfy({ (0x2d...0x7a).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/owner/requests" }
        return text
    }

    private static func leave(to path: String, _ cookie: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .setCookie: cookie])
    }

    private static func page(
        _ template: String, title: String, _ values: [String: Any], _ wrong: Problem?, _ exchange: Exchange
    ) -> Response {
        var values = values
        values["csrf"] = exchange.services.owner.seal.text(at: exchange.services.configuration.clock())
        var headers: HTTPFields = [:]
        if let wrong { values["wrong"] = wrong.detail }
        if let seconds = wrong?.retryAfter { headers[.retryAfter] = "\(seconds)" }
        return Page.response(
            template, title: title, values,
            status: wrong.map { HTTPResponse.Status(code: $0.kind.status) } ?? .ok, headers: headers)
    }
}
