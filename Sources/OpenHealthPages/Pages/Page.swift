// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthStore
import Hummingbird

/// The pages from templates. All values are escaped, regardless of their origin.
enum Page {
    /// The content security policy: pages may load from this server and send forms to it, and nothing is inline.
    static let policy = """
        default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
        worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'
        """

    /// Returns a problem as a page.
    static func response(_ problem: PageProblem, _ scope: RequestScope) async throws -> Response {
        let texts = scope.texts
        return try await scope.page(
            "problem", title: problem.title(texts), ["detail": problem.text(texts)], problem: problem)
    }

    /// Binds a route to the closure that returns its page; errors become a page, too.
    /// - Parameters:
    ///   - check: Checks the path before the page that is the same for every client, so that an address without a page is not found.
    ///   - response: Returns the page.
    static func binding(
        _ route: APIRoute, check: @escaping @Sendable (RequestScope) throws -> Void = { _ in },
        _ handler: @escaping @Sendable (RequestScope) async throws -> Response
    ) -> RouteBinding {
        RouteBinding(route) { unproven in
            var scope = unproven
            do {
                if case .cookieHolder(let session) = unproven.principal {
                    if route.method == .get {
                        try check(unproven)
                        return try await unproven.shell()
                    }
                    scope = try await unproven.proven(session)
                }
                return try await handler(scope)
            } catch let redirection as Redirection {
                throw redirection
            } catch let needed as ConfirmationNeeded {
                return try await scope.confirmationPage(needed)
            } catch {
                let problem = PageProblem(error)
                if problem.kind == .internalError { throw error }
                return try await response(problem, scope)
            }
        }
    }
}

extension RequestScope {
    /// Returns the fields of the owner's form.
    /// - Throws: a ``PageProblem`` if the form does not belong to this session.
    func form() async throws -> FormFields {
        guard let fields else { throw PageProblem(.forbidden, "signin_oldform") }
        return fields
    }

    /// Returns the same request as the owner's, with the form's fields.
    /// - Throws: a ``PageProblem`` if the form does not belong to the session.
    func proven(_ session: UnprovenOwnerSession) async throws -> RequestScope {
        let fields = try FormFields(try await body().readableBytesView)
        guard let owner = fields["csrf"].flatMap(session.proven) else {
            throw PageProblem(.forbidden, "signin_oldform")
        }
        return with(.owner(owner), fields: fields)
    }

    /// Returns a page that is the same for every client with a session's cookie. Its script requests the actual page with the
    /// session's token, which is stored where only scripts of this origin can read it.
    func shell() async throws -> Response {
        // The dashboard's scripts load at the same time as the dashboard.
        let next = request.uri.path == "/" ? "page-dashboard.js" : nil
        return try await page(
            "shell", title: text("signin_opening"), ["next": PagePath.next(request) ?? "/"],
            script: PageScript(name: "page-open.js", isNeeded: false, drawsCharts: false, next: next), hasSecrets: false
        )
    }

    /// Returns the page that requests the passphrase and sends the form again.
    func confirmationPage(_ needed: ConfirmationNeeded) async throws -> Response {
        let texts = texts
        let fields = fields?.fields.filter { !["csrf", ConfirmationNeeded.field].contains($0.name) } ?? []
        let problem = needed.refusal.map { PageProblem($0) }
        var values: [String: Any] = [
            "action": PagePath.own(request.uri.path) ?? "/",
            "fields": fields.map { ["field": $0.name, "content": $0.value] },
        ]
        if let problem { values["wrong"] = problem.text(texts) }
        return try await page("confirm", title: texts.text("signin_confirm_title"), values, problem: problem)
    }

    /// Returns the fields of a form that was shown before a sign-in.
    /// - Throws: a ``PageProblem`` if the form does not come from this server.
    func openForm() async throws -> FormFields {
        try SameOrigin.check(request, services)
        let fields = try FormFields(try await body().readableBytesView)
        guard let given = fields["csrf"], services.owner.seal.isValid(given, at: services.configuration.clock()) else {
            throw PageProblem(.forbidden, "signin_oldform")
        }
        return fields
    }
}
