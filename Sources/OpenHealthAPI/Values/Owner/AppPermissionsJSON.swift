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
package struct PermissionChangeJSON: JSONRepresentable {
    package var share: PermissionStatusJSON?
    package var read: PermissionStatusJSON?
    /// The earliest start of the samples that the app reads; nil for all.
    package var since: Date?

    package static let format = JSONFormat<PermissionChangeJSON>.object(
        .optional("share", \.share, PermissionStatusJSON.format),
        .optional("read", \.read, PermissionStatusJSON.format),
        .optional(
            "since", \.since, .date.described("With read authorized: only samples that start then or later."))
    ) { PermissionChangeJSON(share: $0, read: $1, since: $2) }
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
    package var permissions: [PermissionEntryJSON]

    package init(
        identifier: String, name: String, version: String?, hasToken: Bool, added: Date, lastUse: Date?,
        usedFrom: String?, proposedName: String?, permissions: [PermissionEntryJSON]
    ) {
        self.identifier = identifier
        self.name = name
        self.version = version
        self.hasToken = hasToken
        self.added = added
        self.lastUse = lastUse
        self.usedFrom = usedFrom
        self.proposedName = proposedName
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
        .required("permissions", \.permissions, .array(of: PermissionEntryJSON.format))
    ) { identifier, name, version, hasToken, added, lastUse, usedFrom, proposedName, permissions in
        AppPermissionsJSON(
            identifier: identifier, name: name, version: version, hasToken: hasToken, added: added, lastUse: lastUse,
            usedFrom: usedFrom, proposedName: proposedName, permissions: permissions)
    }
}
