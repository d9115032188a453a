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

/// The page of the access log, by day.
enum AccessPages {
    static let bindings = [Page.binding(PageRoutes.accessLog, show)]

    private static func show(_ scope: RequestScope) async throws -> Response {
        let (database, app) = (scope.database, scope.query("app"))
        let now = scope.services.configuration.clock()
        let start = now.addingTimeInterval(Double(-OwnerAccessHandlers.usualDays) * 86_400)
        let (entries, apps, zone) = try await scope.blocking {
            (
                try database.accessLog(of: app, in: DateInterval(start: start, end: now)), try database.apps(),
                database.homeTimeZone
            )
        }
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let names = Dictionary(apps.map { ($0.identifier, $0.name) }) { first, _ in first }
        var days: [(title: String, rows: [[String: Any]])] = []
        for entry in entries.byDay(in: zone ?? .gmt) {
            let title = dates.day(entry.date)
            if days.last?.title != title { days.append((title, [])) }
            days[days.count - 1].rows.append(row(entry, names[entry.app] ?? entry.app, texts, dates))
        }
        var values: [String: Any] = ["days": days.map { ["title": $0.title, "rows": $0.rows] as [String: Any] }]
        values["isEmpty"] = days.isEmpty
        if let app { values["only"] = names[app] ?? app }
        return try await scope.page("access", title: texts.text("access_title"), values)
    }

    private static func row(
        _ entry: AccessEntry, _ name: String, _ texts: PageTexts, _ dates: PageDates
    ) -> [String: Any] {
        var row: [String: Any] = [
            "app": entry.app == WebApp.identity.identifier ? texts.text("permission_ours") : name,
            "type": texts.type(entry.type), "action": texts.text("access_" + entry.action.rawValue),
        ]
        switch entry.action {
        case .grantRead, .grantSave, .revokeRead, .revokeSave: break
        case .read, .export, .save, .delete: row["count"] = texts.plural("access_count", entry.count)
        }
        if let first = entry.earliest, let last = entry.latest {
            let (first, last) = (dates.day(first), dates.day(last))
            row["span"] = first == last ? first : texts.text("access_span", ["first": first, "last": last])
        }
        return row
    }
}
