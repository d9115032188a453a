// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A permission of an app for one type, in one direction.
package enum PermissionStatusJSON: String, CaseIterable, Sendable {
    case notDetermined, denied, authorized

    package static let format = JSONFormat<PermissionStatusJSON>.one(
        of: allCases.map { ($0.rawValue, $0) }, orElse: "Expected notDetermined, denied or authorized.")
}

/// The permissions of an app for one type.
package struct PermissionEntryJSON: JSONRepresentable {
    package var type: String
    package var share: PermissionStatusJSON
    package var read: PermissionStatusJSON
    /// The earliest start of the samples that the app reads; nil for all.
    package var since: Date?
    package var hasAskedToShare: Bool
    package var hasAskedToRead: Bool
    package var changed: Date

    package init(
        type: String, share: PermissionStatusJSON, read: PermissionStatusJSON, since: Date?, hasAskedToShare: Bool,
        hasAskedToRead: Bool, changed: Date
    ) {
        self.type = type
        self.share = share
        self.read = read
        self.since = since
        self.hasAskedToShare = hasAskedToShare
        self.hasAskedToRead = hasAskedToRead
        self.changed = changed
    }

    package static let format = JSONFormat<PermissionEntryJSON>.object(
        .required("type", \.type, .string), .required("share", \.share, PermissionStatusJSON.format),
        .required("read", \.read, PermissionStatusJSON.format),
        .optional("since", \.since, .date.described("The app reads only samples that start then or later.")),
        .required("askedToShare", \.hasAskedToShare, .bool), .required("askedToRead", \.hasAskedToRead, .bool),
        .required("changed", \.changed, .date)
    ) { type, share, read, since, hasAskedToShare, hasAskedToRead, changed in
        PermissionEntryJSON(
            type: type, share: share, read: read, since: since, hasAskedToShare: hasAskedToShare,
            hasAskedToRead: hasAskedToRead, changed: changed)
    }
}

/// A change of the permissions of an app for one type. Omitted parts remain unchanged.
package struct PermissionUpdateJSON: JSONRepresentable {
    package var share: PermissionStatusJSON?
    package var read: PermissionStatusJSON?
    /// The earliest start of the samples that the app reads; nil for all.
    package var since: Date?

    package static let format = JSONFormat<PermissionUpdateJSON>.object(
        .optional("share", \.share, PermissionStatusJSON.format),
        .optional("read", \.read, PermissionStatusJSON.format),
        .optional(
            "since", \.since, .date.described("With read authorized: only samples that start then or later."))
    ) { PermissionUpdateJSON(share: $0, read: $1, since: $2) }
}

/// An app and its permissions.
package struct AppPermissionsJSON: JSONRepresentable {
    package var identifier: String
    package var name: String
    package var version: String?
    package var hasToken: Bool
    package var added: Date
    package var lastUse: Date?
    /// The address of the client that last used the token.
    package var usedFrom: String?
    /// The name that the app has requested and the owner has not accepted.
    package var proposedName: String?
    /// Whether the app is a connection with a phone, which may push data.
    package var pushes: Bool
    /// Whether it is the phone whose exports are imported.
    package var pushesImports: Bool
    package var permissions: [PermissionEntryJSON]

    package init(
        identifier: String, name: String, version: String?, hasToken: Bool, added: Date, lastUse: Date?,
        usedFrom: String?, proposedName: String?, pushes: Bool, pushesImports: Bool,
        permissions: [PermissionEntryJSON]
    ) {
        self.identifier = identifier
        self.name = name
        self.version = version
        self.hasToken = hasToken
        self.added = added
        self.lastUse = lastUse
        self.usedFrom = usedFrom
        self.proposedName = proposedName
        self.pushes = pushes
        self.pushesImports = pushesImports
        self.permissions = permissions
    }

    package static let format = JSONFormat<AppPermissionsJSON>.object(
        named: "AppPermissions", about: "An app and its permissions.",
        .required("identifier", \.identifier, .string), .required("name", \.name, .string),
        .optional("version", \.version, .string), .required("hasToken", \.hasToken, .bool),
        .required("added", \.added, .date), .optional("lastUse", \.lastUse, .date),
        .optional(
            "usedFrom", \.usedFrom, .string.described("The address of the client that last used the token.")),
        .optional(
            "proposedName", \.proposedName,
            .string.described("The name that the app has requested and the owner has not accepted.")),
        .required(
            "pushes", \.pushes, .bool.described("Whether the app is a connection with a phone, which may push data.")),
        .required(
            "pushesImports", \.pushesImports,
            .bool.described("Whether it is the phone whose exports are imported, and deletes imported samples too.")),
        .required("permissions", \.permissions, .array(of: PermissionEntryJSON.format))
    ) {
        identifier, name, version, hasToken, added, lastUse, usedFrom, proposedName, pushes, pushesImports, permissions
        in
        AppPermissionsJSON(
            identifier: identifier, name: name, version: version, hasToken: hasToken, added: added, lastUse: lastUse,
            usedFrom: usedFrom, proposedName: proposedName, pushes: pushes, pushesImports: pushesImports,
            permissions: permissions)
    }
}

/// A quota of an app and its use.
package struct AppQuotaJSON: JSONRepresentable {
    package var name: String
    package var limit: Int
    package var usual: Int
    /// The amount that the app uses; nil for quotas of single requests.
    package var used: Int?

    package init(name: String, limit: Int, usual: Int, used: Int?) {
        self.name = name
        self.limit = limit
        self.usual = usual
        self.used = used
    }

    package static let format = JSONFormat<AppQuotaJSON>.object(
        named: "AppQuota", about: "A limit on the data or requests of an app.",
        .required("name", \.name, .string), .required("limit", \.limit, .integer()),
        .required("usual", \.usual, .integer()),
        .optional("used", \.used, .integer().described("The amount that the app uses."))
    ) { AppQuotaJSON(name: $0, limit: $1, usual: $2, used: $3) }
}

/// A change of quotas by name: a limit, or nil for the default.
package struct AppQuotaUpdateJSON: JSONRepresentable {
    package var limits: [String: Int?]

    /// The names of quotas.
    package static let names = [
        "samplesPerDay", "metadataBytesPerSample", "metadataBytesPerRequest", "sources", "devices", "attachmentBytes",
        "webhooks", "openRequests", "keptResponses", "keptResponseBytes",
    ]

    package static let format = JSONFormat<AppQuotaUpdateJSON>(
        name: "AppQuotaChange",
        JSONSchema.object(required: [], optional: names.map { ($0, .integer(0...Int.max)) }).described(
            "New limits for an app.")
    ) { change in
        .object(
            change.limits.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(JSONValue.integer) ?? .null) })
    } decode: { (json) throws(Problem) in
        try json.check(keys: names)
        var limits: [String: Int?] = [:]
        for (name, value) in try json.entries() {
            guard !value.isNull else {
                limits.updateValue(nil, forKey: name)
                continue
            }
            let limit = try value.integer()
            guard limit >= 0 else { throw value.problem("Expected an integer that is not negative.") }
            limits.updateValue(limit, forKey: name)
        }
        return AppQuotaUpdateJSON(limits: limits)
    }
}

/// An app's use of a type on one day.
package struct AccessEntryJSON: JSONRepresentable {
    package var app: String
    /// The day, such as 2026-03-14.
    package var day: String
    package var action: String
    package var type: String
    package var requests: Int
    package var count: Int
    package var earliest: Date?
    package var latest: Date?

    package init(
        app: String, day: String, action: String, type: String, requests: Int, count: Int, earliest: Date?,
        latest: Date?
    ) {
        self.app = app
        self.day = day
        self.action = action
        self.type = type
        self.requests = requests
        self.count = count
        self.earliest = earliest
        self.latest = latest
    }

    /// The actions that are logged.
    package static let actions = [
        "read", "export", "save", "delete", "grantRead", "grantSave", "revokeRead", "revokeSave",
    ]

    package static let format = JSONFormat<AccessEntryJSON>.object(
        named: "AccessEntry", about: "An app's use of a type on one day.",
        .required("app", \.app, .string), .required("day", \.day, .string.schema(.string(format: "date"))),
        .required("action", \.action, .one(of: actions.map { ($0, $0) })), .required("type", \.type, .string),
        .required("requests", \.requests, .integer()), .required("count", \.count, .integer()),
        .optional("earliest", \.earliest, .date.described("The earliest start of the samples.")),
        .optional("latest", \.latest, .date.described("The latest end of the samples."))
    ) { app, day, action, type, requests, count, earliest, latest in
        AccessEntryJSON(
            app: app, day: day, action: action, type: type, requests: requests, count: count, earliest: earliest,
            latest: latest)
    }
}

/// A pairing code, its expiration date, and the content of a QR code with it.
package typealias PairingCodeJSON = (code: String, expires: Date, link: String)

extension JSONFormat where Value == PairingCodeJSON {
    /// The format of a new pairing code.
    static let newPairingCode = JSONFormat.object(
        named: "PairingCode", about: "A code that registers one app, once. It is shown only once.",
        .required("code", \.code, .string.schema(JSONSchema.string().example(.string("ABCD-EFGH")))),
        .required("expires", \.expires, .date),
        .required("link", \.link, .string.schema(.string(format: "uri")).described("The content of a QR code."))
    ) { (code: $0, expires: $1, link: $2) }
}

extension JSONFormat where Value == Bool {
    /// The format of the setting for the registration of apps: whether they can register without a pairing code.
    static let registrationSetting = JSONFormat.only(
        "open", .bool.described("Whether apps can register without a pairing code.")
    ).named("RegistrationSetting", about: "The registration setting.")
}
