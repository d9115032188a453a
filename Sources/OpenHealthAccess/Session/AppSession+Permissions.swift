// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Returns the permissions of the app for some types.
    ///
    /// Saving some types, such as those of devices, cannot be allowed: once such a type has been requested, its
    /// sharing is denied.
    /// - Throws: an `HKError`.
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

    /// The part of a request that the person has not answered yet.
    /// - Throws: an `HKError`.
    public func unanswered(_ request: AuthorizationRequest) throws -> AuthorizationRequest {
        try read { db in try unanswered(db, request) }
    }

    /// The part of a request that the person has not answered at the moment.
    func unanswered(_ db: Database, _ request: AuthorizationRequest) throws -> AuthorizationRequest {
        AuthorizationRequest(
            app: request.app, share: try request.share.filter { try permission(db, $0).share == .notDetermined },
            read: try request.read.filter { try permission(db, $0).read == .notDetermined })
    }

    /// Writes down that the app has asked, whatever the person will answer: lists of apps show what each has asked for.
    /// - Throws: an `HKError`.
    public func note(_ request: AuthorizationRequest) throws {
        try write(as: .settings) { db in _ = try note(db, request) }
    }

    /// Writes down that the app has asked, and gives its number.
    func note(_ db: Database, _ request: AuthorizationRequest) throws -> Int64 {
        let number = try PermissionTable.note(db, request.app, at: clock())
        for type in request.read.union(request.share) {
            for identifier in Self.asked(type) {
                try PermissionTable.noteQuestion(
                    db, app: number, type: identifier,
                    share: (type as? HKSampleType).map(request.share.contains) ?? false,
                    read: request.read.contains(type), at: clock())
            }
        }
        return number
    }

    /// Writes down what the person answered. Types that the answer does not name stay as they were.
    /// - Throws: an `HKError`.
    public func record(_ answer: AuthorizationAnswer) throws {
        try write(as: .settings) { db in try record(db, answer) }
    }

    func record(_ db: Database, _ answer: AuthorizationAnswer) throws {
        let number = try PermissionTable.note(db, app, at: clock())
        for (type, share) in answer.share {
            guard share != .authorized || type.facts.isShareable else {
                throw HKError(.errorInvalidArgument, "Nobody can allow apps to save \(type.identifier).")
            }
            for identifier in Self.asked(type) {
                try PermissionTable.set(db, app: number, type: identifier, share: share, read: nil, at: clock())
            }
        }
        for (type, read) in answer.read {
            for identifier in Self.asked(type) {
                try PermissionTable.set(db, app: number, type: identifier, share: nil, read: read, at: clock())
            }
        }
        try ChangeRange.Topic.permissions.bump(db)
    }

    /// The types that a question about a type is about.
    private static func asked(_ type: HKObjectType) -> [String] {
        let members = CorrelationMembers.types(of: type.identifier)
        return members.isEmpty ? [type.identifier] : members
    }

    /// The dates before which the app may not read, for the types that it may read in part.
    /// - Throws: an `HKError`.
    public func earliestAuthorizedSampleDates(for types: Set<HKObjectType>) throws -> [HKObjectType: Date] {
        try permissions(for: types).compactMapValues { permission in
            if case .limited(let date) = permission.read { date } else { nil }
        }
    }

    /// Lets the app see some objects of a type that the person allows one by one.
    /// - Throws: an `HKError`.
    public func allowObjects(_ uuids: Set<UUID>) throws {
        try write(as: .settings) { db in
            let number = try PermissionTable.note(db, app, at: clock())
            try PermissionTable.allow(db, uuids, app: number)
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Writes down which objects of a type that the person allows one by one the app may see from now on, among those that
    /// they were asked about. What they were not asked about stays as it was.
    /// - Throws: an `HKError`.
    package func record(allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) throws {
        try write(as: .settings) { db in try record(db, allowed: allowed, among: asked, of: type) }
    }

    func record(_ db: Database, allowed: Set<UUID>, among asked: Set<UUID>, of type: HKObjectType) throws {
        let number = try PermissionTable.note(db, app, at: clock())
        // Choices from before the person forbade the type do not come back.
        if try permission(db, type).read == .denied {
            try PermissionTable.forbidAll(db, ofType: type.identifier, app: number)
        }
        // The app has its answer about the type; what it sees are the objects.
        try PermissionTable.set(db, app: number, type: type.identifier, share: nil, read: .authorized, at: clock())
        try PermissionTable.forbid(db, asked.subtracting(allowed), app: number)
        try PermissionTable.allow(db, allowed, app: number)
        try ChangeRange.Topic.permissions.bump(db)
    }
}
