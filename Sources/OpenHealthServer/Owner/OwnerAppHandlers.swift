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

    private static func list(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let (apps, holders) = try await scope.blocking { (try database.apps(), try database.tokenHolders()) }
        let tokens = Dictionary(holders.map { ($0.app.identifier, $0) }) { first, _ in first }
        return scope.answer(.object([("apps", .array(apps.map { json($0, tokens[$0.identifier]) }))]))
    }

    private static func json(_ app: RegisteredApp, _ token: TokenHolder?) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("identifier", .string(app.identifier)), ("name", .string(app.name)),
        ]
        if let version = app.version { entries.append(("version", .string(version))) }
        entries += [("hasToken", .bool(token != nil)), ("added", .string(APIDate.text(app.added)))]
        if let use = app.lastUse { entries.append(("lastUse", .string(APIDate.text(use)))) }
        if let address = token?.usedFrom { entries.append(("usedFrom", .string(address))) }
        if let name = app.proposedName { entries.append(("proposedName", .string(name))) }
        entries.append(("permissions", .array(app.permissions.map(json))))
        return .object(entries)
    }

    private static func json(_ entry: RegisteredApp.Entry) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("type", .string(entry.type)), ("share", .string(PermissionText.text(entry.permission.share))),
            ("read", .string(PermissionText.text(entry.permission.read))),
        ]
        if case .limited(let date) = entry.permission.read { entries.append(("since", .string(APIDate.text(date)))) }
        entries += [
            ("askedToShare", .bool(entry.hasAskedToShare)), ("askedToRead", .bool(entry.hasAskedToRead)),
            ("changed", .string(APIDate.text(entry.changed))),
        ]
        return .object(entries)
    }

    private static func setPermission(_ scope: RequestScope) async throws -> Response {
        let app = try scope.appIdentifier()
        let type = try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
        let body = try await scope.json()
        try body.check(keys: ["share", "read", "since"])
        let share = try body.optional("share").map(PermissionText.share)
        let read = try body.optional("read").map { try PermissionText.read($0, since: body.optional("since")) }
        if share == .authorized || read.map(PermissionText.text) == "authorized" { try scope.checkConfirmed() }
        let database = scope.database
        try await scope.change { try database.setPermission(share: share, read: read, app: app, types: [type]) }
        return scope.done()
    }

    private static func release(_ scope: RequestScope) async throws -> Response {
        let app = try scope.appIdentifier()
        let apps = scope.services.apps
        try await scope.change { try apps.release(app) }
        return scope.done()
    }

    private static func forget(_ scope: RequestScope) async throws -> Response {
        let app = try scope.appIdentifier()
        let apps = scope.services.apps
        try await scope.change { try apps.forget(app) }
        return scope.done()
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

    /// Returns a variable part of the path, as a text.
    func pathText(_ name: String) throws(Problem) -> String {
        guard let text = try path(name).removingPercentEncoding, !text.isEmpty, !text.contains("\0") else {
            throw Problem(.notFound, "There is nothing at this path.")
        }
        return text
    }

    /// Runs a change by the owner: an error of the store is a problem with the request.
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
