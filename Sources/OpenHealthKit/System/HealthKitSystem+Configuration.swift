// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension HealthKitSystem {
    /// The configuration of a process's use of health data.
    public struct Configuration: Sendable {
        /// The location of the health database.
        public var store: StoreLocation
        /// The identity of the app, which permissions are stored under and `HKSource.default()` returns.
        public var app: AppIdentity
        /// The prompt that answers requests for permission; see ``HKAuthorizationPrompt``.
        public var authorization: any HKAuthorizationPrompt
        /// The clock that provides the creation date of samples.
        public var clock: @Sendable () -> Date
        /// The default calendar for days and months in queries.
        public var calendar: Calendar
        /// The person's preferred units, which override those of the database.
        public var preferredUnits: [HKQuantityType: HKUnit]
        /// The value of `HKHealthStore.isHealthDataAvailable()`.
        public var isHealthDataAvailable: Bool
        /// A closure that is called before the store is used. An error that it throws is passed to the app.
        package var intercept: (@Sendable (AppOperation) throws -> Void)?

        /// Creates a configuration with the system clock, the current calendar, and the units of the database.
        /// - Parameters:
        ///   - store: The location of the health database.
        ///   - app: The identity of the app; by default `AppIdentity.current`.
        ///   - authorization: The prompt that answers requests for permission.
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

    /// The location of a health database.
    public enum StoreLocation: Sendable {
        /// The person's default database: `$HEALTH_STORE`, otherwise `$XDG_DATA_HOME/openhealthkit/health.db`, otherwise
        /// `~/.local/share/openhealthkit/health.db`.
        case `default`
        /// A file, which is created with its folders if it does not exist.
        case file(URL)
        /// A private database in memory, which exists until the process ends.
        case memory
        /// An open database.
        case database(HealthDatabase)
        /// Health data that another module provides, such as that of a daemon.
        case service(HealthService)
    }
}
