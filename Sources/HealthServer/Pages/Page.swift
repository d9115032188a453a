// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird
import Mustache
import NIOCore

/// Makes pages out of templates. What is filled in is escaped, whoever wrote it.
enum Page {
    /// What pages may load and where their forms go: this daemon, and nothing inline.
    static let policy = """
        default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; \
        frame-ancestors 'none'; base-uri 'none'
        """

    /// A template that does not parse is a mistake in this file's neighbours, which the first test of a page finds.
    private static let templates: MustacheLibrary = {
        MustacheContentTypes.register(EscapedText(), named: EscapedText.name)
        do {
            return MustacheLibrary(
                templates: try PageTemplates.all.mapValues {
                    try MustacheTemplate(string: "{{% CONTENT_TYPE: \(EscapedText.name)}}" + $0)
                })
        } catch {
            preconditionFailure("a template of a page does not parse: \(error)")
        }
    }()

    /// A page as an answer.
    /// - Parameters:
    ///   - template: the name of a template of ``PageTemplates``.
    ///   - values: what is filled in.
    ///   - session: of the owner, who then sees where else they can go.
    static func response(
        _ template: String, title: String, _ values: [String: Any] = [:], session: OwnerSession? = nil,
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var values = values
        values["title"] = title
        values["isOwner"] = session != nil
        if let session { values["csrf"] = session.formToken }
        values["content"] = templates.render(values, withTemplate: template) ?? ""
        let text = templates.render(values, withTemplate: "frame") ?? ""
        var headers = headers
        headers[.contentType] = PageRoutes.contentType
        headers[.contentSecurityPolicy] = policy
        // Without a referrer, browsers would send forms from nowhere, and not from here.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// A problem as a page.
    static func response(_ problem: Problem, session: OwnerSession?) -> Response {
        var headers: HTTPFields = [:]
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
        return response(
            "problem", title: problem.kind.title, ["detail": problem.detail], session: session,
            status: HTTPResponse.Status(code: problem.kind.status), headers: headers)
    }

    /// Binds a route to what makes its page; what goes wrong becomes a page, too.
    static func binding(
        _ route: APIRoute, _ answer: @escaping @Sendable (Exchange) async throws -> Response
    ) -> RouteBinding {
        RouteBinding(route) { exchange in
            do {
                return try await answer(exchange)
            } catch let redirection as Redirection {
                throw redirection
            } catch {
                let problem = ProblemAnswers.problem(error)
                if problem.kind == .internalError { throw error }
                let session: OwnerSession? = if case .owner(let session) = exchange.principal { session } else { nil }
                return response(problem, session: session)
            }
        }
    }
}

extension Exchange {
    /// What a form of the owner's sends.
    /// - Throws: a ``Problem`` where the form is not one of this session's.
    func form() async throws -> FormFields {
        let fields = try FormFields(try await body().readableBytesView)
        guard let given = fields["csrf"], Secret.isEqual(given, try owner().formToken) else {
            throw Problem(.forbidden, "The form is not from this session. Open the page again.")
        }
        return fields
    }

    /// What a form sends that was shown before anybody signed in.
    /// - Throws: a ``Problem`` where the form is none of this daemon's.
    func openForm() async throws -> FormFields {
        try SameOrigin.check(request, services)
        let fields = try FormFields(try await body().readableBytesView)
        guard let given = fields["csrf"], services.owner.seal.isValid(given, at: services.configuration.clock()) else {
            throw Problem(.forbidden, "The form is too old. Open the page again.")
        }
        return fields
    }
}
