// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The configuration of health data for this process: the database, the identity of the app, and the prompt for its requests.
///
/// Call ``bootstrap(_:)`` once, before the first ``HKHealthStore`` is created. Programs that do not call it use
/// ``Configuration/init(store:app:authorization:)`` with its default values.
public enum HealthKitSystem {
    private static let current = Mutex<HealthContext?>(nil)

    /// Configures this process's use of health data.
    /// - Precondition: It has not been called before, and no ``HKHealthStore`` has been created. Otherwise parts of the process
    ///   would use different databases.
    public static func bootstrap(_ configuration: Configuration) {
        let isFirst = current.withLock { current in
            if current != nil { return false }
            current = makeContext(configuration)
            return true
        }
        if !isFirst {
            contractViolation(
                "HealthKitSystem.bootstrap was called twice, or after an HKHealthStore was created. Call it once, first."
            )
        }
    }

    /// Configures this process's use of health data; see the properties of ``Configuration``.
    public static func bootstrap(
        store: StoreLocation = .default, app: AppIdentity = .current,
        authorization: any HKAuthorizationPrompt = .automatic, calendar: Calendar = .current,
        preferredUnits: [HKQuantityType: HKUnit] = [:], clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        var configuration = Configuration(store: store, app: app, authorization: authorization)
        configuration.calendar = calendar
        configuration.preferredUnits = preferredUnits
        configuration.clock = clock
        bootstrap(configuration)
    }

    /// The context of `HKHealthStore()`.
    package static var context: HealthContext {
        if let scoped { return scoped }
        return current.withLock { current in
            if let current { return current }
            let context = makeContext(Configuration())
            current = context
            return context
        }
    }

    private static func makeContext(_ configuration: Configuration) -> HealthContext {
        HKSourceRevision.setCurrent(configuration.app.sourceRevision)
        return HealthContext(configuration)
    }
}

extension HealthKitSystem {
    /// The context of `HKHealthStore()` while a test runs code as an app; otherwise nil.
    @TaskLocal package static var scoped: HealthContext?
}

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
        /// The clock of pauses, such as those of background delivery and of attempts to reach a server, which never goes back.
        public var steadyClock: any Clock<Duration>
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
            steadyClock = ContinuousClock()
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

extension HealthKitSystem {
    /// Health data outside of the databases of this process. Another module accesses it and creates the service.
    public struct HealthService: Sendable {
        private let makeAccess: @Sendable (Configuration) throws -> any HealthAccess

        /// Creates a service.
        /// - Parameter makeAccess: A closure that creates the access of a configuration's app. It is called once, when the
        ///   first store or query needs it, and must not block.
        package init(_ makeAccess: @escaping @Sendable (Configuration) throws -> any HealthAccess) {
            self.makeAccess = makeAccess
        }

        func access(_ configuration: Configuration) throws -> any HealthAccess {
            try makeAccess(configuration)
        }
    }
}

extension HealthKitSystem.Configuration {
    /// Opens the database for the app.
    /// - Throws: A `StoreError`, or the error of a service.
    func open() throws -> any HealthAccess {
        let database: HealthDatabase
        switch store {
        case .default: database = try HealthDatabase(url: HealthDatabase.defaultURL())
        case .file(let url): database = try HealthDatabase(url: url)
        case .memory: database = try HealthDatabase.inMemory()
        case .database(let open): database = open
        case .service(let service): return try service.access(self)
        }
        return LocalAccess(
            AppAccess(
                database: database, app: app, clock: clock, earliestPermittedSampleDate: .distantPast,
                intercept: intercept))
    }
}
