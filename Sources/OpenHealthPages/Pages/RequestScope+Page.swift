// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import Mustache
import NIOCore

/// The script of a page.
struct PageScript {
    var name: String
    /// Whether the page is useless without it.
    var isNeeded = true
    /// Whether it draws charts.
    var drawsCharts = true
    /// The script of the page that this one opens, whose modules load early.
    var next: String?
}

extension RequestScope {
    /// The language of the client.
    var language: Language { Language.of(request) }

    /// Returns a localized string in the language of the client.
    func text(_ key: String) -> String { texts.text(key) }

    /// Returns a page as a response. All values are escaped, regardless of their origin.
    /// - Parameters:
    ///   - template: the name of the template.
    ///   - title: the title, in the language of the client.
    ///   - values: the values for the template.
    ///   - script: the script of the page, if it has one.
    ///   - session: the owner's session if it has just begun; nil for that of the request.
    ///   - problem: the reason why it is not the requested page.
    ///   - hasSecrets: whether the page can contain secrets, which the length of a compressed page could reveal (BREACH).
    func page(
        _ template: String, title: String, _ values: [String: Any] = [:], script: PageScript? = nil,
        session: OwnerSession? = nil, problem: PageProblem? = nil, hasSecrets: Bool = true
    ) async throws -> Response {
        let (files, language) = (try site.files, language)
        guard let templates = files.templates[language] else { throw Problem(.internalError, "There are no pages.") }
        var session = session
        if case .owner(let known) = principal { session = known }
        var values = values
        values["title"] = title
        values["page"] = template
        values["language"] = language.tag
        values["languages"] = Language.allCases.map {
            ["code": $0.rawValue, "tag": $0.tag, "name": $0.ownName, "isChosen": $0 == language]
        }
        values["here"] = (request.method == .get ? PagePath.here(request) : nil) ?? "/"
        values["version"] = files.version
        values["manifest"] = InstallationFiles.manifest(language)
        values["isOwner"] = session != nil
        values["hasCharts"] = files.hasCharts
        values["chartCommand"] = ChartLibrary.command
        if let script { fill(&values, script, files, language) }
        let known = Appearance(request)
        var appearance = known
        if let session {
            let preferences = try await fill(&values, session, template)
            appearance = Appearance(preferences.appearance)
        }
        values.merge(appearance.values) { $1 }
        values["content"] = templates.render(values, withTemplate: template) ?? ""
        let text = templates.render(values, withTemplate: "frame") ?? ""
        var headers = Self.headers(language, problem)
        if appearance != known { headers.append(HTTPField(name: .setCookie, value: appearance.giving)) }
        var body = ByteBuffer(string: text)
        if !hasSecrets {
            headers[.vary] = "Accept-Encoding"
            if request.headers.acceptsGzip {
                headers[.contentEncoding] = "gzip"
                body = ByteBuffer(bytes: Gzip.packedSmall(Array(text.utf8)))
            }
        }
        return Response(
            status: problem.map { HTTPResponse.Status(code: $0.kind.status) } ?? .ok,
            headers: headers, body: ResponseBody(byteBuffer: body))
    }

    private static func headers(_ language: Language, _ problem: PageProblem?) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: PageRoutes.contentType, .contentSecurityPolicy: Page.policy, .contentLanguage: language.tag,
        ]
        // Without a referrer, browsers would send forms without an origin.
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
        if let seconds = problem?.retryAfter { headers[.retryAfter] = "\(seconds)" }
        return headers
    }

    private func fill(
        _ values: inout [String: Any], _ script: PageScript, _ files: WebFiles, _ language: Language
    ) {
        let own = files.modules[script.name] ?? []
        let next = (script.next.flatMap { files.modules[$0] } ?? []).filter { !own.contains($0) }
        let modules = own + next
        values["script"] = script.name
        values["worksWithoutScript"] = !script.isNeeded
        values["drawsNoCharts"] = !script.drawsCharts
        values["modules"] =
            modules.filter { $0 != script.name } + ["strings-\(language.rawValue).js"]
            + (modules.contains(WebFiles.valueNames) ? ["names-\(language.rawValue).js"] : [])
    }

    /// Adds the values of every page of the owner: the section, and the number of apps that wait for a decision.
    /// - Returns: the owner's preferences.
    private func fill(
        _ values: inout [String: Any], _ session: OwnerSession, _ template: String
    ) async throws -> Preferences {
        let (database, horizon) = (database, services.requests.horizon)
        let app = AppAccess(database: database, app: WebApp.identity, clock: services.configuration.clock)
        let (preferences, waiting, cursor) = try await blocking {
            (
                try database.preferences.current(),
                Set(try database.requests.open(since: horizon).map(\.app.identifier)).count,
                try Anchors(app).text(app.cursor())
            )
        }
        // The page receives all changes from now on, including those while it loads.
        values["cursor"] = cursor
        values["csrf"] = session.formToken
        values["token"] = WebApp.token(session.tokenHash)
        values["in-" + Self.section(of: template)] = true
        // Dates are shown in the time zone of the person's home.
        if let zone = preferences.timeZone { values["zone"] = zone.identifier }
        values["hidesCharts"] = preferences.hidesCharts
        if let day = preferences.firstWeekday { values["firstWeekday"] = "\(day)" }
        if waiting > 0 {
            values["waiting"] = ["count": "\(waiting)", "text": texts.plural("frame_waiting", waiting)]
        }
        return preferences
    }

    /// Returns the part of the navigation that a page belongs to.
    private static func section(of template: String) -> String {
        switch template {
        case "dashboard": "dashboard"
        case "types", "type", "samples", "sample", "compare", "report": "types"
        case "add", "add-any", "symptoms": "add"
        case "apps", "access", "receivers", "requests", "sheet", "objects", "done": "apps"
        case "settings", "welcome", "sources", "export", "backup": "settings"
        default: "nothing"
        }
    }
}
