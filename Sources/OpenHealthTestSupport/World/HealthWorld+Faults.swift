// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit

extension HealthWorld {
    /// An operation of an app on the database.
    public enum Operation: Sendable, CaseIterable {
        /// Queries, and questions about permissions, characteristics and units.
        case read
        /// Saving samples, and what builders do.
        case save
        /// Deleting objects.
        case delete
        /// Writing down answers to requests, background deliveries and the like.
        case settings

        fileprivate var operation: AppOperation {
            switch self {
            case .read: .read
            case .save: .save
            case .delete: .delete
            case .settings: .settings
            }
        }
    }

    /// Lets the next operation of a kind fail before it has any effect.
    /// - Parameters:
    ///   - operation: what is to fail.
    ///   - code: the code of the `HKError` that the app gets.
    ///   - times: how many in a row.
    ///   - app: the app; nil for the first one.
    public func failNext(
        _ operation: Operation, with code: HKError.Code, times: Int = 1, of app: HKHealthStore? = nil
    ) {
        faults.add(operation.operation, code, app: app?.identifier, times: times)
    }

    /// Locks the database, as a phone does with its screen: reading fails with `errorDatabaseInaccessible` until the
    /// clock shows a date. What is saved meanwhile is kept.
    public func lockDatabase(until date: Date = .distantFuture) {
        faults.lock(until: date)
    }

    /// Unlocks the database.
    public func unlockDatabase() {
        faults.lock(until: nil)
    }

    /// Lets everything work again: what was to fail does not, and the database is unlocked.
    public func clearFaults() {
        faults.removeAll()
    }
}
