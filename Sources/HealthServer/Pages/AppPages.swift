// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore
import Hummingbird

/// The page of the apps and what each may do.
enum AppPages {
    static let bindings = [
        Page.binding(PageRoutes.apps, show),
        Page.binding(PageRoutes.changeApp, change),
    ]

    private static func show(_ exchange: Exchange) async throws -> Response {
        let database = exchange.database
        let (apps, holders, zone) = try await exchange.blocking {
            (try database.apps(), Set(try database.tokenHolders().map(\.app.identifier)), database.homeTimeZone)
        }
        let dates = PageDates(zone)
        let session = try exchange.owner()
        let rows = apps.map { app -> [String: Any] in
            var row: [String: Any] = [
                "name": app.name, "identifier": app.identifier, "csrf": session.formToken,
                "state": holders.contains(app.identifier) ? "Registered." : "Not registered.",
                "use": app.lastUse.map { "Last used \(dates.minute($0))." } ?? "Never used.",
                "hasTypes": !app.permissions.isEmpty, "types": app.permissions.map { values($0, dates) },
            ]
            if let version = app.version { row["version"] = version }
            return row
        }
        return Page.response("apps", title: "Apps", ["apps": rows], session: session)
    }

    private static func values(_ entry: RegisteredApp.Entry, _ dates: PageDates) -> [String: Any] {
        var since = ""
        if case .limited(let date) = entry.permission.read { since = dates.day(date) }
        return [
            "type": entry.type, "label": TypeLabel.text(entry.type),
            "canShare": HealthTypes.named(entry.type)?.isShareable ?? false,
            "share": entry.permission.share == .authorized,
            "read": PermissionText.text(entry.permission.read) == "authorized",
            "since": since,
            "open": (entry.hasAskedToShare && entry.permission.share == .notDetermined)
                || (entry.hasAskedToRead && entry.permission.read == .notDetermined),
        ]
    }

    private static func change(_ exchange: Exchange) async throws -> Response {
        let form = try await exchange.form()
        guard let app = form["app"], !app.isEmpty, app.utf8.count <= 1024 else {
            throw Problem(.invalidArgument, "The form names no app.")
        }
        let (database, apps) = (exchange.database, exchange.services.apps)
        switch form["action"] {
        case "save": try await exchange.change { try save(form, app, database) }
        case "revoke": try await exchange.change { try database.revoke(app: app) }
        case "release": try await exchange.change { try apps.release(app) }
        case "forget": try await exchange.change { try apps.forget(app) }
        default: throw Problem(.invalidArgument, "The form does not say what to do.")
        }
        throw Redirection("/owner/apps")
    }

    private static func save(_ form: FormFields, _ identifier: String, _ database: HealthDatabase) throws {
        let dates = PageDates(database.homeTimeZone)
        guard let app = try database.apps().first(where: { $0.identifier == identifier }) else {
            throw Problem(.notFound, "There is no app of this name.")
        }
        let (share, read) = (Set(form.values("share")), Set(form.values("read")))
        for type in form.values("type") {
            guard let before = app.permissions.first(where: { $0.type == type })?.permission else { continue }
            let canShare = HealthTypes.named(type)?.isShareable ?? false
            try database.setPermission(
                share: canShare ? changed(before.share, to: share.contains(type)) : nil,
                read: try changed(before.read, to: read.contains(type), since: form["since:\(type)"] ?? "", dates),
                app: identifier, types: [type])
        }
    }

    /// What a switch says; nil where it says what was so before: a switch that stays off is no answer.
    private static func changed(_ before: AppPermission.Share, to isOn: Bool) -> AppPermission.Share? {
        if isOn { return before == .authorized ? nil : .authorized }
        return before == .authorized ? .denied : nil
    }

    private static func changed(
        _ before: AppPermission.Read, to isOn: Bool, since text: String, _ dates: PageDates
    ) throws(Problem) -> AppPermission.Read? {
        guard isOn else { return PermissionText.text(before) == "authorized" ? .denied : nil }
        if text.isEmpty { return before == .authorized ? nil : .authorized }
        guard let date = dates.date(text) else {
            throw Problem(.invalidArgument, "A date has to be one like 2026-01-31.")
        }
        if case .limited(let old) = before, dates.day(old) == text { return nil }
        return .limited(since: date)
    }
}
