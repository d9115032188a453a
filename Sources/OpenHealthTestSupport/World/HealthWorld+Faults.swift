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
        /// Queries, including those of permissions, characteristics and units.
        case read
        /// Saving samples, including that of builders.
        case save
        /// Deleting objects.
        case delete
        /// Saving answers to requests, background deliveries and other settings.
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
    ///   - operation: The kind of operation.
    ///   - code: The code of the `HKError` that the app receives.
    ///   - times: The number of consecutive operations.
    ///   - app: The app; nil for the first app that performs such an operation.
    public func failNext(
        _ operation: Operation, with code: HKError.Code, times: Int = 1, of app: HKHealthStore? = nil
    ) {
        faults.add(operation.operation, code, app: app?.identifier, times: times)
    }

    /// Locks the database, like a phone with a locked screen: reading fails with `errorDatabaseInaccessible` until the clock
    /// reaches a date. Samples that are saved in the meantime are kept.
    public func lockDatabase(until date: Date = .distantFuture) {
        faults.lock(until: date)
    }

    /// Unlocks the database.
    public func unlockDatabase() {
        faults.lock(until: nil)
    }

    /// Removes all planned failures and unlocks the database.
    public func clearFaults() {
        faults.removeAll()
    }
}
