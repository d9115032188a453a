// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthServer
import OpenHealthSession
import OpenHealthStore
import Hummingbird

/// The pages on which the person answers the requests of apps.
enum RequestPages {
    static let bindings = [
        Page.binding(PageRoutes.requests, list),
        Page.binding(PageRoutes.openRequests) { scope in
            _ = try await scope.form()
            return try await list(scope)
        },
        Page.binding(PageRoutes.sheet, sheet),
        Page.binding(PageRoutes.decide, decide),
    ]

    /// The maximum number of types that are shown at first; further types are in the section "choose for each".
    private static let maximumAtOnce = 30

    private static func list(_ scope: RequestScope) async throws -> Response {
        let (database, horizon) = (scope.database, scope.services.requests.horizon)
        let (requests, zone) = try await scope.blocking {
            (try database.requests.open(since: horizon), database.homeTimeZone)
        }
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let rows = requests.map { request -> [String: Any] in
            let types = Set(request.share).union(request.read).count
            return [
                "id": request.id.uuidString, "name": request.app.name, "identifier": request.app.identifier,
                "created": texts.text("permission_asked", ["date": dates.minute(request.created)]),
                "types": texts.plural("permission_types", types),
            ]
        }
        return try await scope.page("requests", title: texts.text("permission_requests"), ["requests": rows])
    }

    // MARK: - Requests

    private static func stored(_ scope: RequestScope) async throws -> StoredAuthorizationRequest {
        let database = scope.database
        guard let id = UUID(uuidString: try scope.path("id")),
            let stored = try await scope.blocking({ try database.requests.request(id) })
        else { throw PageProblem(.notFound, "permission_gone") }
        return stored
    }

    private static func sheet(_ scope: RequestScope) async throws -> Response {
        let stored = try await stored(scope)
        let (texts, app) = (scope.texts, stored.app)
        let isOurs = app.identifier == WebApp.identity.identifier
        var values: [String: Any] = [
            "id": stored.id.uuidString, "name": app.name, "identifier": app.identifier, "isOurs": isOurs,
            "action": "/owner/requests/\(stored.id.uuidString)",
        ]
        if let version = app.version {
            values["appVersion"] = texts.text("permission_version", ["version": version])
        }
        if let next = PagePath.own(scope.query("next")) { values["next"] = next }
        if stored.decided != nil {
            return try await scope.page("done", title: texts.text("permission_done"), values)
        }
        if stored.predicate != nil {
            let database = scope.database
            let objects = try await scope.blocking { try database.requests.objectCandidates(of: stored) }
            values["label"] = texts.type(stored.read.first ?? "")
            values["objects"] = objects.map { ["uuid": $0.uuid.uuidString, "text": $0.text] }
            return try await scope.page(
                "objects", title: texts.text("permission_objects_title", ["name": app.name]), values)
        }
        return try await choices(
            scope, share: Set(stored.share), read: Set(stored.read), values,
            title: texts.text(isOurs ? "permission_ours_title" : "permission_title", ["name": app.name]))
    }

    /// Returns the page with a switch for each type to save or to read.
    /// - Parameter known: The current permissions, by the identifiers of types.
    static func choices(
        _ scope: RequestScope, share: Set<String>, read: Set<String>, _ others: [String: Any], title: String,
        known: [String: AppPermission] = [:]
    ) async throws -> Response {
        let texts = scope.texts
        let rows = rows(share: share, read: read, known, texts)
        var values = others
        values["types"] = rows
        values["hasMany"] = rows.count > maximumAtOnce
        values["choose"] = texts.plural("permission_choose", rows.count)
        return try await scope.page(
            "sheet", title: title, values,
            script: PageScript(name: "page-sheet.js", isNeeded: false, drawsCharts: false))
    }

    private static func rows(
        share: Set<String>, read: Set<String>, _ known: [String: AppPermission], _ texts: PageTexts
    ) -> [[String: Any]] {
        let types = share.union(read).map { (type: $0, label: texts.type($0)) }
        return texts.sorted(types, by: \.label).map { entry in
            var row: [String: Any] = ["type": entry.type, "label": entry.label]
            row["short"] = HealthTypes.named(entry.type)?.swiftName ?? entry.type
            let permission = known[entry.type] ?? AppPermission()
            if share.contains(entry.type) {
                row["share"] = texts.text("permission_save_type", ["type": entry.label])
                row["isShareOn"] = permission.share == .authorized
            }
            if read.contains(entry.type) {
                row["read"] = texts.text("permission_read_type", ["type": entry.label])
                row["isReadOn"] = PermissionStatusJSON(permission.read) == .authorized
            }
            return row
        }
    }

    // MARK: - Decisions

    private static func decide(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        // Without scripts, the page is opened by a form with the session's token.
        if form["action"] == "open" { return try await sheet(scope) }
        let stored = try await stored(scope)
        let decision = try await decision(form, on: stored.request, scope)
        var objects: Set<UUID> = []
        if form["answer"] == "all" {
            let database = scope.database
            objects = try await scope.blocking { Set(try database.requests.objectCandidates(of: stored).map(\.uuid)) }
        } else if form["answer"] == "choices" {
            objects = Set(form.values("object").compactMap(UUID.init(uuidString:)))
        }
        if decision.isGrant || !objects.isEmpty { try await scope.confirm(form) }
        guard try await scope.services.requests.decide(stored.id, decision, objects: objects) else {
            throw PageProblem(.conflict, "permission_answered")
        }
        throw Redirection(PagePath.own(form["next"]) ?? "/owner/requests")
    }

    /// Returns the decision in a form for the types of a request.
    static func decision(
        _ form: FormFields, on request: AuthorizationRequest, _ scope: RequestScope
    ) async throws -> AuthorizationDecision {
        var decision: AuthorizationDecision
        switch form["answer"] {
        case "all": decision = .granting(request)
        case "none": decision = .denying(request)
        case "choices":
            let (share, read) = (Set(form.values("share")), Set(form.values("read")))
            decision = .denying(request)
            for type in request.share where share.contains(type.identifier) { decision.share[type] = .authorized }
            for type in request.read where read.contains(type.identifier) { decision.read[type] = .authorized }
        default: throw PageProblem(.invalidArgument, "signin_invalid")
        }
        guard let text = form["since"], !text.isEmpty else { return decision }
        let database = scope.database
        let zone = try await scope.blocking { database.homeTimeZone }
        guard let date = PageDates.date(text, in: zone) else {
            throw PageProblem(.invalidArgument, "permission_wrongdate")
        }
        decision.read = decision.read.mapValues { $0 == .authorized ? .limited(since: date) : $0 }
        return decision
    }
}
