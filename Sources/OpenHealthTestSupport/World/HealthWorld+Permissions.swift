// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit

extension HealthWorld {
    /// Allows an app to save and read types, as if it had requested permission and the person had granted it.
    /// - Throws: A `StoreError` for a type that apps cannot save.
    public func grant(
        share: Set<HKSampleType> = [], read: Set<HKObjectType> = [], to app: HKHealthStore
    ) throws {
        try set(.authorized, share, .authorized, read, app)
    }

    /// Denies an app saving and reading types, as if it had requested permission and the person had denied it.
    public func deny(share: Set<HKSampleType> = [], read: Set<HKObjectType> = [], to app: HKHealthStore) throws {
        try set(.denied, share, .denied, read, app)
    }

    /// Limits an app to reading samples that start at a date or later, in addition to those that it saved.
    public func limit(read: Set<HKObjectType>, since date: Date, for app: HKHealthStore) throws {
        try set(.authorized, [], .limited(since: date), read, app)
    }

    /// Revokes permissions of an app, like a person in the settings. The app is not notified.
    /// - Parameters:
    ///   - types: The types that the app may no longer save or read; nil for all.
    ///   - app: The app.
    public func revoke(_ types: Set<HKObjectType>? = nil, from app: HKHealthStore) throws {
        try database.revoke(app: app.identifier, types: types.map { $0.map(\.identifier) })
    }

    /// Removes all permissions and requests of an app. The data that it has saved remains.
    public func forgetPermissions(of app: HKHealthStore) throws {
        try database.forgetApp(app.identifier)
    }

    private func set(
        _ share: AppPermission.Share, _ shared: Set<HKSampleType>, _ read: AppPermission.Read,
        _ readable: Set<HKObjectType>, _ app: HKHealthStore
    ) throws {
        try database.setPermission(
            share: share, read: nil, app: app.identifier, types: shared.map(\.identifier))
        try database.setPermission(
            share: nil, read: read, app: app.identifier, types: readable.map(\.identifier))
    }
}

extension HKHealthStore {
    /// The bundle identifier of the app that the store belongs to.
    var identifier: String { context.configuration.app.identifier }
}
