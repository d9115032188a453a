// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Returns the permissions of the app for some types.
    ///
    /// Saving some types, such as those of devices, can't be authorized: after such a type has been requested, its sharing is
    /// denied.
    /// - Throws: An `HKError`.
    public func permissions(for types: Set<HKObjectType>) throws -> [HKObjectType: AppPermission] {
        try read { db in
            var permissions: [HKObjectType: AppPermission] = [:]
            for type in types { permissions[type] = try permission(db, type) }
            return permissions
        }
    }

    /// Returns the current permission of the app for a type.
    func permission(_ db: Database, _ type: HKObjectType) throws -> AppPermission {
        var permission = try PermissionTable.permission(db, app: app.identifier, type: type.identifier)
        if !type.facts.isShareable {
            permission.share = permission.read == .notDetermined ? .notDetermined : .denied
        }
        return permission
    }

    /// Returns whether the app may save a type, as phones report it: after a request to read a type only, saving it is denied.
    ///
    /// A later request to save the type is shown to the person nevertheless, because they haven't answered it.
    func sharing(_ db: Database, _ type: HKObjectType) throws -> AppPermission.Share {
        let permission = try permission(db, type)
        return permission.share == .notDetermined && permission.read != .notDetermined ? .denied : permission.share
    }

    /// Returns the part of a request that the person hasn't answered yet.
    /// - Throws: An `HKError`.
    public func unanswered(_ request: AuthorizationRequest) throws -> AuthorizationRequest {
        try read { db in try unanswered(db, request) }
    }

    /// Returns the part of a request that the person hasn't answered, within a transaction.
    func unanswered(_ db: Database, _ request: AuthorizationRequest) throws -> AuthorizationRequest {
        AuthorizationRequest(
            app: request.app, share: try request.share.filter { try permission(db, $0).share == .notDetermined },
            read: try request.read.filter { try permission(db, $0).read == .notDetermined })
    }

    /// Records that the app has requested authorization, regardless of the decision. Lists of apps show the requested types.
    /// - Throws: An `HKError`.
    public func note(_ request: AuthorizationRequest) throws {
        try write(as: .settings) { db in _ = try note(db, request) }
    }

    /// Records a request, and returns the number of the app.
    func note(_ db: Database, _ request: AuthorizationRequest) throws -> Int64 {
        let number = try PermissionTable.note(db, request.app, at: clock())
        for type in request.read.union(request.share) {
            for identifier in Self.asked(type) {
                try PermissionTable.noteRequest(
                    db, app: number, type: identifier,
                    share: (type as? HKSampleType).map(request.share.contains) ?? false,
                    read: request.read.contains(type), at: clock())
            }
        }
        return number
    }

    /// Records the person's decision. Types that aren't in the decision are unchanged.
    /// - Throws: An `HKError`.
    public func record(_ decision: AuthorizationDecision) throws {
        try write(as: .settings) { db in try record(db, decision) }
    }

    func record(_ db: Database, _ decision: AuthorizationDecision) throws {
        let number = try PermissionTable.note(db, app, at: clock())
        for (type, share) in decision.share {
            guard share != .authorized || type.facts.isShareable else {
                throw HKError(.errorInvalidArgument, "Apps cannot get permission to save \(type.identifier).")
            }
            for identifier in Self.asked(type) {
                try PermissionTable.set(db, app: number, type: identifier, share: share, read: nil, at: clock())
            }
        }
        for (type, read) in decision.read {
            for identifier in Self.asked(type) {
                try PermissionTable.set(db, app: number, type: identifier, share: nil, read: read, at: clock())
            }
        }
        try ChangeRange.Topic.permissions.bump(db)
    }

    /// Returns the types that a request for a type refers to.
    private static func asked(_ type: HKObjectType) -> [String] {
        let members = CorrelationMembers.types(of: type.identifier)
        return members.isEmpty ? [type.identifier] : members
    }

    /// Returns the earliest readable date of types that the app can only read in part.
    /// - Throws: An `HKError`.
    public func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) throws -> [HKObjectType: Date] {
        try permissions(for: types).compactMapValues { permission in
            if case .limited(let date) = permission.read { date } else { nil }
        }
    }

    /// Authorizes the app to read objects of a type that is authorized individually.
    /// - Throws: An `HKError`.
    public func allowObjects(_ uuids: Set<UUID>) throws {
        try write(as: .settings) { db in
            let number = try PermissionTable.note(db, app, at: clock())
            try PermissionTable.allow(db, uuids, app: number)
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Records which objects of a type the app can read, among those in the request. Other objects are unchanged.
    /// - Throws: An `HKError`.
    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) throws {
        try write(as: .settings) { db in try record(db, allowed: allowed, among: asked, of: type) }
    }

    func record(_ db: Database, allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) throws {
        let number = try PermissionTable.note(db, app, at: clock())
        // Selections from before the type was denied aren't restored.
        if try permission(db, type).read == .denied {
            try PermissionTable.forbidAll(db, ofType: type.identifier, app: number)
        }
        // The type is authorized, but only individual objects are visible.
        try PermissionTable.set(db, app: number, type: type.identifier, share: nil, read: .authorized, at: clock())
        try PermissionTable.forbid(db, asked.subtracting(allowed), app: number)
        try PermissionTable.allow(db, allowed, app: number)
        try ChangeRange.Topic.permissions.bump(db)
    }
}
