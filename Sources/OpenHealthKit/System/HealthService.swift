// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthSession
import OpenHealthStore

extension HealthKitSystem {
    /// Health data outside of the databases of this process. Another module accesses it and creates the service.
    public struct HealthService: Sendable {
        private let makeSession: @Sendable (Configuration) throws -> any HealthSession

        /// Creates a service.
        /// - Parameter makeSession: A closure that creates the session of a configuration's app. It is called once, when the
        ///   first store or query needs the session, and must not block.
        package init(_ makeSession: @escaping @Sendable (Configuration) throws -> any HealthSession) {
            self.makeSession = makeSession
        }

        func session(_ configuration: Configuration) throws -> any HealthSession {
            try makeSession(configuration)
        }
    }
}

extension HealthKitSystem.Configuration {
    /// Opens a session for the app.
    /// - Throws: A `StoreError`, or the error of a service.
    func open() throws -> any HealthSession {
        let database: HealthDatabase
        switch store {
        case .default: database = try HealthDatabase(url: HealthDatabase.defaultURL())
        case .file(let url): database = try HealthDatabase(url: url)
        case .memory: database = try HealthDatabase.inMemory()
        case .database(let open): database = open
        case .service(let service): return try service.session(self)
        }
        return LocalSession(
            AppSession(
                database: database, app: app, clock: clock, earliestPermittedSampleDate: .distantPast,
                intercept: intercept))
    }
}
