// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthServer
import OpenHealthStore

/// The page of the regular backups: the last and the next one, one now, and how to restore.
enum BackupPages {
    static let bindings = [
        Page.binding(PageRoutes.backup) { try await show($0) },
        Page.binding(PageRoutes.makeBackup, make),
    ]

    private static func show(_ scope: RequestScope) async throws -> Response {
        let (services, database, texts) = (scope.services, scope.database, scope.texts)
        let (overview, zone) = try await scope.blocking {
            (services.backupOverview, try database.preferences.current().timeZone)
        }
        let store = database.url.path
        var values: [String: Any] = ["store": Self.quoted(store), "copy": "health-copy.age"]
        guard let overview else {
            values["isOff"] = true
            values["file"] = "BACKUP"
            return try await scope.page("backup", title: texts.text("backup_title"), values)
        }
        let dates = PageDates(zone, texts)
        values["last"] = overview.status.success.map(dates.minute) ?? texts.text("settings_backup_none")
        values["next"] = overview.next.map(dates.minute) ?? texts.text("backup_due")
        values["folder"] = overview.folder
        values["interval"] = texts.text("backup_every_" + overview.interval)
        values["kept"] = overview.keep.formatted(.number.locale(texts.locale))
        values["protection"] = texts.text(overview.isEncrypted ? "backup_encrypted" : "backup_plain")
        values["isPlain"] = !overview.isEncrypted
        // A later backup has succeeded.
        if let failure = overview.status.failure, failure > overview.status.success ?? .distantPast {
            values["failure"] = texts.text("settings_backup_failed", ["date": dates.minute(failure)])
        }
        values["hasFiles"] = !overview.files.isEmpty
        values["files"] = overview.files.map { ["name": $0.name, "date": dates.minute($0.date)] }
        let latest = overview.files.first?.name ?? "health-DATE.db"
        values["file"] = Self.quoted(overview.folder + "/" + latest)
        return try await scope.page("backup", title: texts.text("backup_title"), values)
    }

    private static func make(_ scope: RequestScope) async throws -> Response {
        let form = try await scope.form()
        // Without scripts, the page is opened by a form with the session's token.
        if form["action"] == "open" { return try await show(scope) }
        guard form["action"] == "now" else { throw PageProblem(.invalidArgument, "signin_invalid") }
        guard scope.services.backupOverview != nil else { throw PageProblem(.conflict, "signin_conflict") }
        // The page states a failure, and its date.
        try? await scope.services.backUpNow()
        throw Redirection("/owner/backup")
    }

    /// Returns a path as an argument of a shell.
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-".utf8.contains(byte)
            }
        }
        return isPlain ? path : "'" + path.replacing("'", with: "'\\''") + "'"
    }
}
