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
                try database.accessLog.entries(of: app, in: DateInterval(start: start, end: now)),
                try database.apps.all(),
                database.homeTimeZone
            )
        }
        let texts = scope.texts
        let dates = PageDates(zone, texts)
        let names = Dictionary(apps.map { ($0.identifier, $0.name) }) { first, _ in first }
        var days: [(title: String, entries: [AccessEntry])] = []
        for entry in entries.byDay(in: zone ?? .gmt) {
            let title = dates.day(entry.date)
            if days.last?.title != title { days.append((title, [])) }
            days[days.count - 1].entries.append(entry)
        }
        var values: [String: Any] = [
            "days": days.map { day in
                ["title": day.title, "apps": AccessRows(texts, dates, names).apps(day.entries, isOpen: app != nil)]
                    as [String: Any]
            }
        ]
        values["isEmpty"] = days.isEmpty
        if let app { values["only"] = names[app] ?? app }
        return try await scope.page("access", title: texts.text("access_title"), values)
    }
}

/// The values of the entries of a day for the page.
private struct AccessRows {
    let texts: PageTexts
    let dates: PageDates
    /// The names of the registered apps by identifier.
    let names: [String: String]

    init(_ texts: PageTexts, _ dates: PageDates, _ names: [String: String]) {
        self.texts = texts
        self.dates = dates
        self.names = names
    }

    /// Returns the apps of a day, each with the sums of its actions, and a row for each type and for each decision on its requests.
    /// - Parameter entries: The entries of one day, sorted by app.
    func apps(_ entries: [AccessEntry], isOpen: Bool) -> [[String: Any]] {
        var apps: [(identifier: String, entries: [AccessEntry])] = []
        for entry in entries {
            if apps.last?.identifier != entry.app { apps.append((entry.app, [])) }
            apps[apps.count - 1].entries.append(entry)
        }
        return apps.map { app in
            [
                "app": app.identifier == WebApp.identity.identifier
                    ? texts.text("permission_ours") : names[app.identifier] ?? app.identifier,
                "sums": sums(app.entries), "isOpen": isOpen,
                "decisions": [
                    decision(app.entries, [.grantRead, .grantSave]), decision(app.entries, [.revokeRead, .revokeSave]),
                ].compactMap(\.self),
                "rows": app.entries.filter { !$0.action.isDecision }.map(row),
            ]
        }
    }

    /// Returns the sum of each action: the number of types, and that of values if the action is about values.
    private func sums(_ entries: [AccessEntry]) -> [String] {
        AccessAction.allCases.compactMap { action in
            let found = entries.filter { $0.action == action }
            if found.isEmpty { return nil }
            var parts = [texts.plural("permission_types", Set(found.map(\.type)).count)]
            if !action.isDecision { parts.append(texts.plural("access_count", found.reduce(0) { $0 + $1.count })) }
            return texts.text("access_" + action.rawValue) + ": " + parts.joined(separator: ", ")
        }
    }

    /// Returns the row of the owner's decisions that allowed, or that denied, with all of their types; nil if there are none.
    private func decision(_ entries: [AccessEntry], _ actions: [AccessAction]) -> [String: Any]? {
        let found = entries.filter { actions.contains($0.action) }
        if found.isEmpty { return nil }
        let types = texts.sorted(Array(Set(found.map(\.type))), by: texts.type).map(texts.type)
        return [
            "action": sums(found).joined(separator: "; "), "count": texts.plural("permission_types", types.count),
            "types": types,
        ]
    }

    private func row(_ entry: AccessEntry) -> [String: Any] {
        var row: [String: Any] = [
            "type": texts.type(entry.type), "action": texts.text("access_" + entry.action.rawValue),
            "count": texts.plural("access_count", entry.count),
        ]
        if let first = entry.earliest, let last = entry.latest {
            let (first, last) = (dates.day(first), dates.day(last))
            row["span"] = first == last ? first : texts.text("access_span", ["first": first, "last": last])
        }
        return row
    }
}

extension AccessAction {
    /// Whether the action is a decision of the owner about a permission.
    fileprivate var isDecision: Bool {
        switch self {
        case .grantRead, .grantSave, .revokeRead, .revokeSave: true
        case .read, .export, .save, .delete: false
        }
    }
}
