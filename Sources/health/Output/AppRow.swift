// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthSession
import OpenHealthStore

/// The permission of an app for a type, as a row of a listing.
struct AppRow {
    private let app: RegisteredApp
    /// The permission; `nil` for an app that has not requested any.
    private let entry: RegisteredApp.Entry?

    /// Returns the rows of an app.
    static func rows(_ app: RegisteredApp) -> [AppRow] {
        app.permissions.isEmpty
            ? [AppRow(app: app, entry: nil)] : app.permissions.map { AppRow(app: app, entry: $0) }
    }

    /// All columns.
    static var columns: [Column<AppRow>] {
        [
            Column("app") { .text($0.app.identifier) },
            Column("name", for: .people, fit: .cuttable) { .text($0.names) },
            Column("name", for: .programs) { .text($0.app.name) },
            Column("proposedName", for: .programs) { .text($0.app.proposedName) },
            Column("version", for: .programs) { .text($0.app.version) },
            Column("type", for: .people) { .text($0.entry.map { TypeName.short($0.type) }) },
            Column("type", for: .programs) { .text($0.entry?.type) },
            // The column "name" contains the name of the app.
            Column("typeName", for: .programs) { .text($0.entry.map { TypeName.short($0.type) }) },
            Column("read", for: .people) { .text($0.read) },
            Column("save", for: .people) { .text($0.share) },
            Column("read", for: .programs) { .text($0.entry.map { name($0.permission.read) }) },
            Column("readSince", for: .programs) { .instant($0.since) },
            Column("share", for: .programs) { .text($0.entry.map { name($0.permission.share) }) },
            Column("asked", for: .programs) { .list($0.asked) },
            Column("since", for: .people) { .instant($0.since) },
            Column("last use", for: .people) { .instant($0.app.lastUse) },
            Column("lastUse", for: .programs) { .instant($0.app.lastUse) },
        ]
    }

    private var names: String {
        app.proposedName.map { "\(app.name) (wants to be \($0))" } ?? app.name
    }

    private var read: String? {
        entry.flatMap { Self.shown(Self.name($0.permission.read), hasAsked: $0.hasAskedToRead) }
    }

    private var share: String? {
        entry.flatMap { Self.shown(Self.name($0.permission.share), hasAsked: $0.hasAskedToShare) }
    }

    /// Returns the name of a permission as shown to people.
    private static func shown(_ name: String, hasAsked: Bool) -> String? {
        let names = ["denied": "no", "authorized": "yes", "limited": "in part"]
        return names[name] ?? (hasAsked ? "asked" : nil)
    }

    private var since: Date? {
        if case .limited(let date)? = entry?.permission.read { date } else { nil }
    }

    private var asked: [String] {
        (entry?.hasAskedToRead == true ? ["read"] : []) + (entry?.hasAskedToShare == true ? ["share"] : [])
    }

    private static func name(_ read: AppPermission.Read) -> String {
        switch read {
        case .notDetermined: "notDetermined"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        }
    }

    private static func name(_ share: AppPermission.Share) -> String {
        switch share {
        case .notDetermined: "notDetermined"
        case .denied: "denied"
        case .authorized: "authorized"
        }
    }
}
