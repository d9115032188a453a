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
        Page.binding(PageRoutes.changeApp, AppChanges.change),
    ]

    static func show(_ exchange: Exchange) async throws -> Response {
        let database = exchange.database
        let (apps, holders, zone) = try await exchange.blocking {
            (try database.apps(), Set(try database.tokenHolders().map(\.app.identifier)), database.homeTimeZone)
        }
        let rows = AppRows(texts: exchange.texts, zone: zone, now: exchange.services.configuration.clock())
        return try await exchange.page(
            "apps", title: exchange.text("permission_apps"),
            [
                "apps": apps.map { rows.row($0, isRegistered: holders.contains($0.identifier)) }
            ], script: PageScript(name: "page-apps.js", isNeeded: false, drawsCharts: false))
    }
}

/// What the page says of apps.
private struct AppRows {
    let texts: PageTexts
    let dates: PageDates
    let now: Date

    init(texts: PageTexts, zone: TimeZone?, now: Date) {
        self.texts = texts
        self.now = now
        dates = PageDates(zone, texts)
    }

    func row(_ app: RegisteredApp, isRegistered: Bool) -> [String: Any] {
        let isOurs = app.identifier == WebApp.identity.identifier
        var row: [String: Any] = [
            "name": isOurs ? WebApp.identity.name : app.name, "identifier": app.identifier, "isOurs": isOurs,
            "use": app.lastUse.map { dates.ago($0, now: now) } ?? texts.text("permission_unused"),
            "hasTypes": !app.permissions.isEmpty, "isUnregistered": !isRegistered && !isOurs,
            "summary": summary(app),
        ]
        if let version = app.version { row["appVersion"] = texts.text("permission_version", ["version": version]) }
        row["types"] = texts.sorted(app.permissions) { texts.type($0.type) }.map(values)
        return row
    }

    /// How many types an app may save and read.
    private func summary(_ app: RegisteredApp) -> String {
        let read = app.permissions.count { PermissionText.text($0.permission.read) == "authorized" }
        let share = app.permissions.count { $0.permission.share == .authorized }
        if read == 0, share == 0 { return texts.text("permission_may_nothing") }
        var parts: [String] = []
        if read > 0 { parts.append(texts.plural("permission_may_read", read)) }
        if share > 0 { parts.append(texts.plural("permission_may_save", share)) }
        return parts.joined(separator: " · ")
    }

    private func values(_ entry: RegisteredApp.Entry) -> [String: Any] {
        let (label, permission) = (texts.type(entry.type), entry.permission)
        let (canShare, canRead) = (
            (HealthTypes.named(entry.type)?.isShareable ?? false)
                && (entry.hasAskedToShare || permission.share != .notDetermined),
            entry.hasAskedToRead || permission.read != .notDetermined
        )
        var row: [String: Any] = [
            "type": entry.type, "short": HealthTypes.named(entry.type)?.swiftName ?? entry.type, "label": label,
            "isOpen": (entry.hasAskedToShare && permission.share == .notDetermined)
                || (entry.hasAskedToRead && permission.read == .notDetermined),
        ]
        if canShare {
            row["share"] = [
                "label": texts.text("permission_save_type", ["type": label]), "isOn": permission.share == .authorized,
            ]
        }
        if canRead {
            var read: [String: Any] = [
                "label": texts.text("permission_read_type", ["type": label]),
                "isOn": PermissionText.text(permission.read) == "authorized",
                "sinceLabel": texts.text("permission_since_type", ["type": label]),
                "since": "", "history": texts.text("permission_history_all"), "isLimited": false,
            ]
            if case .limited(let date) = permission.read {
                read["since"] = dates.field(date)
                read["history"] = texts.text("permission_history_since", ["date": dates.day(date)])
                read["isLimited"] = true
            }
            row["read"] = read
        }
        return row
    }
}
