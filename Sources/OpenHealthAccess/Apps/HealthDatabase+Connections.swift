// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// Apps on phones that push data in formats of their own.
extension HealthDatabase {
    /// The types of samples that an app on a phone can push, including those that apps cannot save with HealthKit.
    package static let pushedTypes: [String] = HealthTypes.all.filter { type in
        switch type.kind {
        case .quantity, .category, .workout, .electrocardiogram, .stateOfMind, .medicationDoseEvent: true
        case .series: type.identifier == HKWorkoutRouteTypeIdentifier
        default: false
        }
    }.map(\.identifier)

    /// Allows an app to push samples of some types.
    /// - Parameter app: The identifier and name of the app, which is added if it is unknown.
    /// - Throws: A ``StoreError``: `invalidArgument` for a type that cannot be pushed.
    package func allowPushes(of types: [String], by app: AppIdentity, at date: Date = Date()) throws {
        let known = Set(Self.pushedTypes)
        for type in types where !known.contains(type) {
            throw StoreError(
                .invalidArgument, message: "apps cannot push samples of \(type)",
                remedy: "name quantities, categories or workouts")
        }
        try write { db in
            let number = try PermissionTable.note(db, app, at: date)
            for type in types {
                try PermissionTable.set(db, app: number, type: type, share: .authorized, read: nil, at: date)
            }
            try ChangeRange.Topic.permissions.bump(db)
        }
    }

    /// Returns an identifier for a new connection that no app has: the given one, or with the next free number.
    /// - Throws: A ``StoreError``.
    package func freeIdentifier(_ identifier: String) throws -> String {
        let taken = Set(try apps().map(\.identifier))
        var (free, number) = (identifier, 1)
        while taken.contains(free) {
            number += 1
            free = "\(identifier)-\(number)"
        }
        return free
    }
}
