// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthKitSystem {
    /// How a process uses health data.
    public struct Configuration: Sendable {
        /// Where the health database is.
        public var store: StoreLocation
        /// The identity of the app, under which permissions are stored, and which `HKSource.default()` has.
        public var app: AppIdentity
        /// The prompt that answers requests for permission; see ``HKAuthorizationPrompt``.
        public var authorization: any HKAuthorizationPrompt
        /// The clock, from which samples get their creation date.
        public var clock: @Sendable () -> Date
        /// The calendar of days and months where a query names none.
        public var calendar: Calendar
        /// The units that the person prefers, before those that the database has.
        public var preferredUnits: [HKQuantityType: HKUnit]
        /// The value of `HKHealthStore.isHealthDataAvailable()`.
        public var isHealthDataAvailable: Bool
        /// Called before the store is touched; what it throws is what the app gets.
        package var intercept: (@Sendable (AppOperation) throws -> Void)?

        /// Creates a configuration with the time of the system, the current calendar, and the units that the database has.
        /// - Parameters:
        ///   - store: where the health database is.
        ///   - app: who the app is; `AppIdentity.current` says what that is where it is left out.
        ///   - authorization: who answers requests for permission.
        public init(
            store: StoreLocation = .default, app: AppIdentity = .current,
            authorization: any HKAuthorizationPrompt = .automatic
        ) {
            self.store = store
            self.app = app
            self.authorization = authorization
            clock = { Date() }
            calendar = .current
            preferredUnits = [:]
            isHealthDataAvailable = true
        }
    }

    /// Where a health database is.
    public enum StoreLocation: Sendable {
        /// The person's own: `$HEALTH_STORE`, else `$XDG_DATA_HOME/openhealthkit/health.db`, else
        /// `~/.local/share/openhealthkit/health.db`.
        case `default`
        /// A file, which is made where there is none, as are the folders it is in.
        case file(URL)
        /// A private database in memory, which ends with the process.
        case memory
        /// A database that is open already.
        case database(HealthDatabase)
        /// Health data that another module reaches, such as a daemon's.
        case service(HealthService)
    }
}
