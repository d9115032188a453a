// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The handlers of the owner's routes for apps and their permissions.
enum OwnerAppHandlers {
    static let bindings = [
        RouteBinding(OwnerRoutes.apps, list),
        RouteBinding(OwnerRoutes.setPermission, setPermission),
        RouteBinding(OwnerRoutes.release, release),
        RouteBinding(OwnerRoutes.forget, forget),
    ]

    private static func list(_ scope: RequestScope) async throws -> [AppPermissionsJSON] {
        let database = scope.database
        let (apps, holders) = try await scope.blocking { (try database.apps.all(), try database.apps.tokenHolders()) }
        let tokens = Dictionary(holders.map { ($0.app.identifier, $0) }) { first, _ in first }
        return apps.map { AppPermissionsJSON($0, tokens[$0.identifier]) }
    }

    private static func setPermission(_ scope: RequestScope, _ change: PermissionUpdateJSON) async throws {
        let app = try scope.appIdentifier()
        let type = try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
        if change.share == .authorized || change.read == .authorized { try scope.checkConfirmed() }
        let database = scope.database
        try await scope.change {
            try database.apps.setPermission(
                share: change.share.map(AppPermission.Share.init),
                read: change.read.map { AppPermission.Read($0, since: change.since) }, app: app, types: [type])
        }
    }

    private static func release(_ scope: RequestScope) async throws {
        let app = try scope.appIdentifier()
        let apps = scope.services.apps
        try await scope.change { try apps.release(app) }
    }

    private static func forget(_ scope: RequestScope) async throws {
        let app = try scope.appIdentifier()
        let apps = scope.services.apps
        try await scope.change { try apps.forget(app) }
    }
}

extension AppPermissionsJSON {
    fileprivate init(_ app: RegisteredApp, _ token: TokenHolder?) {
        self.init(
            identifier: app.identifier, name: app.name, version: app.version, hasToken: token != nil, added: app.added,
            lastUse: app.lastUse, usedFrom: token?.usedFrom, proposedName: app.proposedName,
            pushes: app.pushes != .none, pushesImports: app.pushes == .connectionAndImports,
            permissions: app.permissions.map(PermissionEntryJSON.init))
    }
}

extension PermissionEntryJSON {
    fileprivate init(_ entry: RegisteredApp.Entry) {
        var since: Date?
        if case .limited(let date) = entry.permission.read { since = date }
        self.init(
            type: entry.type, share: PermissionStatusJSON(entry.permission.share),
            read: PermissionStatusJSON(entry.permission.read), since: since, hasAskedToShare: entry.hasAskedToShare,
            hasAskedToRead: entry.hasAskedToRead, changed: entry.changed)
    }
}

extension RequestScope {
    /// Returns the identifier of the app in the path.
    func appIdentifier() throws(Problem) -> String {
        let text = try pathText("app")
        guard (1...155).contains(text.unicodeScalars.count) else {
            throw Problem(.notFound, "There is no app of this name.")
        }
        return text
    }

    /// Returns a variable part of the path as a string.
    func pathText(_ name: String) throws(Problem) -> String {
        guard let text = try path(name).removingPercentEncoding, !text.isEmpty, !text.contains("\0") else {
            throw Problem(.notFound, "There is no resource at this path.")
        }
        return text
    }

    /// Runs a change by the owner. An error of the store is a problem of the request.
    package func change(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await changing(body)
    }

    /// Runs a change by the owner that has a result.
    package func changing<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        do {
            return try await blocking(body)
        } catch let error as StoreError where error.code == .notFound {
            throw Problem(.notFound, error.description)
        } catch let error as StoreError where error.code == .invalidArgument {
            throw Problem(.invalidArgument, error.description)
        }
    }
}

extension PermissionStatusJSON {
    /// Creates the status of a permission to save.
    package init(_ share: AppPermission.Share) {
        switch share {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        }
    }

    /// Creates the status of a permission to read.
    package init(_ read: AppPermission.Read) {
        switch read {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized, .limited: self = .authorized
        }
    }
}

extension AppPermission.Share {
    /// Creates a permission from its status.
    init(_ status: PermissionStatusJSON) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = .authorized
        }
    }
}

extension AppPermission.Read {
    /// Creates a permission from its status.
    /// - Parameter since: The earliest start of the samples that the app reads; nil for all.
    init(_ status: PermissionStatusJSON, since: Date?) {
        switch status {
        case .notDetermined: self = .notDetermined
        case .denied: self = .denied
        case .authorized: self = since.map { .limited(since: $0) } ?? .authorized
        }
    }
}

/// The handlers of the routes for the quotas of apps.
enum OwnerQuotaHandlers {
    static let bindings = [
        RouteBinding(OwnerQuotaRoutes.list, list),
        RouteBinding(OwnerQuotaRoutes.change, change),
    ]

    private static func list(_ scope: RequestScope) async throws -> [AppQuotaJSON] {
        let (database, app) = (scope.database, try scope.appIdentifier())
        let now = scope.services.configuration.clock()
        return try await scope.changing { try database.apps.quotas.all(of: app, at: now) }.map { state in
            AppQuotaJSON(
                name: state.quota.rawValue, limit: state.limit, usual: state.quota.usual, used: state.used)
        }
    }

    private static func change(_ scope: RequestScope, _ change: AppQuotaUpdateJSON) async throws {
        var limits: [AppQuota: Int?] = [:]
        for (name, limit) in change.limits {
            guard let quota = AppQuota(rawValue: name) else { continue }
            limits.updateValue(limit, forKey: quota)
        }
        let (database, app, changed) = (scope.database, try scope.appIdentifier(), limits)
        if try await scope.changing({ try database.apps.quotas.raises(changed, of: app) }) {
            try scope.checkConfirmed()
        }
        try await scope.change { try database.apps.quotas.set(changed, of: app) }
    }
}

/// The handlers of the route for the access log.
package enum OwnerAccessHandlers {
    static let bindings = [RouteBinding(OwnerAccessRoutes.log, log)]

    /// The default number of days.
    package static let usualDays = 30

    private static func log(_ scope: RequestScope) async throws -> [AccessEntryJSON] {
        let query = QueryText(scope)
        let now = scope.services.configuration.clock()
        let end = try query.date("to") ?? now
        let start = try query.date("from") ?? end.addingTimeInterval(Double(-usualDays) * 86_400)
        guard start <= end else {
            throw Problem(
                .invalidArgument, "?from: this date is later than the end.",
                faults: [Problem.Fault("?from", "This date is later than the end.")])
        }
        let (database, app) = (scope.database, scope.query("app"))
        let (entries, zone) = try await scope.blocking {
            (try database.accessLog.entries(of: app, in: DateInterval(start: start, end: end)), database.homeTimeZone)
        }
        let day = Date.ISO8601FormatStyle(timeZone: zone ?? .gmt).year().month().day()
        return entries.byDay(in: zone ?? .gmt).map { entry in
            AccessEntryJSON(
                app: entry.app, day: entry.date.formatted(day), action: entry.action.rawValue, type: entry.type,
                requests: entry.requests, count: entry.count, earliest: entry.earliest, latest: entry.latest)
        }
    }
}

/// The handlers of the routes for pairing codes and the registration of apps.
enum OwnerPairingHandlers {
    static let bindings = [
        RouteBinding(OwnerPairingRoutes.makeCode) { try await code($0, for: nil, endsToken: false) },
        RouteBinding(OwnerPairingRoutes.renewToken, renewToken),
        RouteBinding(OwnerPairingRoutes.registration) { scope in
            let database = scope.database
            return try await scope.blocking { try database.apps.isRegistrationOpen() }
        },
        RouteBinding(OwnerPairingRoutes.setRegistration, setRegistration),
        RouteBinding(OwnerPairingRoutes.acceptName) { try await decide($0, $1, isAccepted: true) },
        RouteBinding(OwnerPairingRoutes.refuseName) { scope in
            try await decide(scope, scope.query("name") ?? "", isAccepted: false)
        },
    ]

    private static func code(_ scope: RequestScope, for app: String?, endsToken: Bool) async throws -> PairingCodeJSON {
        let apps = scope.services.apps
        let (code, expires) = try await scope.changing { try apps.pairingCode(for: app, endsToken: endsToken) }
        return (code: code.text, expires: expires, link: code.link(to: scope.services.publicURL))
    }

    private static func renewToken(_ scope: RequestScope, endsToken: Bool) async throws -> PairingCodeJSON {
        let app = try scope.appIdentifier()
        guard PairingCode.canRegister(app) else {
            throw Problem(.notFound, "There is no app with this identifier that can register.")
        }
        // The token for such a code has the permissions of the app.
        try scope.checkConfirmed()
        return try await code(scope, for: app, endsToken: endsToken)
    }

    private static func setRegistration(_ scope: RequestScope, _ isOpen: Bool) async throws {
        let database = scope.database
        if isOpen { try scope.checkConfirmed() }
        try await scope.change { try database.apps.setRegistrationOpen(isOpen) }
    }

    private static func decide(_ scope: RequestScope, _ name: String, isAccepted: Bool) async throws {
        let (apps, app) = (scope.services.apps, try scope.appIdentifier())
        try await scope.change { try apps.decide(rename: name, of: app, isAccepted: isAccepted) }
    }
}
