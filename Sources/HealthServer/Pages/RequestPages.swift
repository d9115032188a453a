// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird

/// The pages on which the person answers what apps ask for.
enum RequestPages {
    static let bindings = [
        Page.binding(PageRoutes.requests, list),
        Page.binding(PageRoutes.sheet, sheet),
        Page.binding(PageRoutes.answer, answer),
    ]

    private static func list(_ exchange: Exchange) async throws -> Response {
        let (database, horizon) = (exchange.database, exchange.services.requests.horizon)
        let (requests, zone) = try await exchange.blocking {
            (try database.openAuthorizationRequests(since: horizon), database.homeTimeZone)
        }
        let dates = PageDates(zone)
        let rows = requests.map { request -> [String: Any] in
            [
                "id": request.id.uuidString, "name": request.app.name, "identifier": request.app.identifier,
                "created": dates.minute(request.created),
            ]
        }
        return Page.response("requests", title: "Requests", ["requests": rows], session: try exchange.owner())
    }

    private static func stored(_ exchange: Exchange) async throws -> StoredAuthorizationRequest {
        let database = exchange.database
        guard let id = UUID(uuidString: try exchange.path("id")),
            let stored = try await exchange.blocking({ try database.authorizationRequest(id) })
        else { throw Problem(.notFound, "There is no such request, or it is long past.") }
        return stored
    }

    private static func sheet(_ exchange: Exchange) async throws -> Response {
        let stored = try await stored(exchange)
        let session = try exchange.owner()
        if stored.answered != nil {
            return Page.response("done", title: "Answered", ["text": "This request has its answer."], session: session)
        }
        var values: [String: Any] = [
            "id": stored.id.uuidString, "name": stored.app.name, "identifier": stored.app.identifier,
        ]
        if let version = stored.app.version { values["version"] = version }
        if stored.objects != nil {
            let database = exchange.database
            let objects = try await exchange.blocking { try database.objectTexts(stored) }
            values["label"] = TypeLabel.text(stored.read.first ?? "")
            values["objects"] = objects.map { ["uuid": $0.uuid.uuidString, "text": $0.text] }
            return Page.response("objects", title: "What may \(stored.app.name) read?", values, session: session)
        }
        let types = Set(stored.share).union(stored.read).map { (type: $0, label: TypeLabel.text($0)) }
        values["types"] = types.sorted { $0.label < $1.label }.map { entry -> [String: Any] in
            [
                "type": entry.type, "label": entry.label, "asksShare": stored.share.contains(entry.type),
                "asksRead": stored.read.contains(entry.type),
            ]
        }
        return Page.response("sheet", title: "What may \(stored.app.name) do?", values, session: session)
    }

    private static func answer(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.form()
        let stored = try await stored(exchange)
        let request = stored.request
        var answer: AuthorizationAnswer
        var objects: Set<UUID> = []
        switch form["answer"] {
        case "all":
            answer = .granting(request)
            objects = Set(stored.objects ?? [])
        case "none": answer = .denying(request)
        case "choices":
            let (share, read) = (Set(form.values("share")), Set(form.values("read")))
            answer = .denying(request)
            for type in request.share where share.contains(type.identifier) { answer.share[type] = .authorized }
            for type in request.read where read.contains(type.identifier) { answer.read[type] = .authorized }
            objects = Set(form.values("object").compactMap(UUID.init(uuidString:)))
        default: throw Problem(.invalidArgument, "The form does not say what the answer is.")
        }
        if let text = form["since"], !text.isEmpty {
            let database = exchange.database
            let zone = try await exchange.blocking { database.homeTimeZone }
            guard let date = PageDates(zone).date(text) else {
                throw Problem(.invalidArgument, "A date has to be one like 2026-01-31.")
            }
            answer.read = answer.read.mapValues { $0 == .authorized ? .limited(since: date) : $0 }
        }
        guard try await exchange.services.requests.answer(stored.id, answer, objects: objects) else {
            throw Problem(.conflict, "The request has been answered already.")
        }
        throw Redirection("/owner/requests/\(stored.id.uuidString)")
    }
}
