// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

/// How this process uses health data: which database, who the app is, who answers its requests.
///
/// Call ``bootstrap(_:)`` once, before the first ``HKHealthStore`` is made. Programs that never call it get
/// ``Configuration/init(store:app:authorization:)`` with its defaults.
public enum HealthKitSystem {
    private static let current = Mutex<HealthContext?>(nil)

    /// Configures this process's use of health data.
    /// - Precondition: it has not been called before, and no ``HKHealthStore`` has been made. The process stops otherwise,
    ///   since parts of it would work on one database and parts on another.
    public static func bootstrap(_ configuration: Configuration) {
        let isFirst = current.withLock { current in
            if current != nil { return false }
            current = makeContext(configuration)
            return true
        }
        if !isFirst {
            contractViolation(
                "HealthKitSystem.bootstrap was called twice, or after an HKHealthStore was made. Call it once, first.")
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
    /// The context of `HKHealthStore()` while a test runs code as an app; nil otherwise.
    @TaskLocal package static var scoped: HealthContext?
}
