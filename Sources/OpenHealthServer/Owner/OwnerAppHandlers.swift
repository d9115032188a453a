// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird

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
        let (apps, holders) = try await scope.blocking { (try database.apps(), try database.tokenHolders()) }
        let tokens = Dictionary(holders.map { ($0.app.identifier, $0) }) { first, _ in first }
        return apps.map { AppPermissionsJSON($0, tokens[$0.identifier]) }
    }

    private static func setPermission(_ scope: RequestScope, _ change: PermissionChangeJSON) async throws {
        let app = try scope.appIdentifier()
        let type = try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
        if change.share == .authorized || change.read == .authorized { try scope.checkConfirmed() }
        let database = scope.database
        try await scope.change {
            try database.setPermission(
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
