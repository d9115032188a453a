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

/// The page of the apps and their permissions.
enum AppPages {
    static let bindings = [
        Page.binding(PageRoutes.apps) { try await show($0) },
        Page.binding(PageRoutes.changeApp, AppPageForms.change),
    ]

    /// A new pairing code.
    struct Pairing {
        var code: PairingCode
        var expires: Date
        /// The identifier of the only app that can use it; nil for any unknown app.
        var app: String?
    }

    /// - Parameter pairing: a code to show.
    static func show(_ scope: RequestScope, pairing: Pairing? = nil) async throws -> Response {
        let database = scope.database
        let now = scope.services.configuration.clock()
        let (apps, holders, zone, isOpen) = try await scope.blocking {
            (
                try database.apps.all().map { ($0, try database.apps.quotas.all(of: $0.identifier, at: now)) },
                try database.apps.tokenHolders(), database.homeTimeZone, try database.apps.isRegistrationOpen()
            )
        }
        let tokens = Dictionary(holders.map { ($0.app.identifier, $0) }) { first, _ in first }
        let rows = AppRows(texts: scope.texts, zone: zone, now: now)
        var values: [String: Any] = [
            "apps": apps.map { rows.row($0, tokens[$0.identifier], $1) }, "isOpen": isOpen,
        ]
        if let pairing { values["pairing"] = rows.values(pairing, server: scope.services.publicURL) }
        return try await scope.page(
            "apps", title: scope.text("permission_apps"), values,
            script: PageScript(name: "page-apps.js", isNeeded: false, drawsCharts: false))
    }
}

/// The rows of apps on the page.
private struct AppRows {
    let texts: PageTexts
    let dates: PageDates
    let now: Date

    init(texts: PageTexts, zone: TimeZone?, now: Date) {
        self.texts = texts
        self.now = now
        dates = PageDates(zone, texts)
    }

    func values(_ pairing: AppPages.Pairing, server: String) -> [String: Any] {
        var values: [String: Any] = [
            "code": pairing.code.text,
            "until": texts.text("permission_pair_until", ["date": dates.minute(pairing.expires)]),
        ]
        if let app = pairing.app { values["only"] = texts.text("permission_pair_only", ["app": app]) }
        if let picture = QRCode(pairing.code.link(to: server)) {
            values["picture"] = ["size": "\(picture.size + 2 * QRCode.margin)", "path": picture.path]
        }
        return values
    }

    func row(_ app: RegisteredApp, _ token: TokenHolder?, _ quotas: [AppQuotaState]) -> [String: Any] {
        let isOurs = app.identifier == WebApp.identity.identifier
        var row: [String: Any] = [
            "name": isOurs ? WebApp.identity.name : app.name, "identifier": app.identifier, "isOurs": isOurs,
            "use": app.lastUse.map { dates.ago($0, now: now) } ?? texts.text("permission_unused"),
            "hasTypes": !app.permissions.isEmpty, "isUnregistered": token == nil && !isOurs,
            "summary": summary(app),
        ]
        if let version = app.version { row["appVersion"] = texts.text("permission_version", ["version": version]) }
        if let address = token?.usedFrom { row["usedFrom"] = texts.text("permission_used_from", ["address": address]) }
        if let name = app.proposedName {
            row["proposed"] = ["name": name, "text": texts.text("permission_rename", ["name": name])]
        }
        row["quotas"] = quotas.map(values)
        row["types"] = texts.sorted(app.permissions) { texts.type($0.type) }.map(values)
        return row
    }

    private func values(_ state: AppQuotaState) -> [String: Any] {
        func number(_ value: Int) -> String { value.formatted(.number.locale(texts.locale)) }
        var hint = texts.text("permission_quota_usual", ["usual": number(state.quota.usual)])
        if let used = state.used {
            hint = texts.text("permission_quota_used", ["used": number(used)]) + " · " + hint
        }
        return [
            "name": state.quota.rawValue, "label": texts.text("permission_quota_" + state.quota.rawValue), "hint": hint,
            "value": state.limit == state.quota.usual ? "" : "\(state.limit)",
        ]
    }

    /// Returns the numbers of types that an app may save and read.
    private func summary(_ app: RegisteredApp) -> String {
        let read = app.permissions.count { PermissionStatusJSON($0.permission.read) == .authorized }
        let share = app.permissions.count { $0.permission.share == .authorized }
        if read == 0, share == 0 { return texts.text("permission_may_nothing") }
        var parts = app.pushes == .none ? [] : [texts.text("permission_may_push")]
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
                "isOn": PermissionStatusJSON(permission.read) == .authorized,
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
