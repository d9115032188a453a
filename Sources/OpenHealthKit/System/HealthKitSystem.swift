// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
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
