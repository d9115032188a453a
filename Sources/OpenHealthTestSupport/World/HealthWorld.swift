// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import Synchronization

/// A separate health database in memory, with a clock that the test controls, apps that share the database, and a person who
/// answers requests as specified by the test.
///
///     let world = try HealthWorld()
///     let store = world.app("org.example.steps")
///     try world.addDays(28, of: .stepCount) { day in 4_000 + Double(day) * 100 }
///     world.prompt = .deny
///
/// Worlds are independent of each other, so tests can run concurrently. app(_:name:version:) returns the `HKHealthStore` of an
/// app; code that creates its own with `HKHealthStore()` uses a world within run(as:_:)-(_,()->T).
public final class HealthWorld: Sendable {
    /// The clock of the apps and the database.
    public let clock: WorldClock
    /// The default calendar for days.
    public let calendar: Calendar
    /// The database that the apps share.
    public let database: HealthDatabase
    let faults: WorldFaults
    private let person = WorldPerson()
    private let apps = Mutex<[String: HKHealthStore]>([:])

    /// Creates a world without data, in which every request for permission is granted.
    /// - Parameters:
    ///   - now: The date of the clock, which does not advance until the test does so.
    ///   - calendar: The default calendar for days.
    /// - Throws: A `StoreError` if SQLite cannot create a database.
    public init(now: Date = Date(), calendar: Calendar = .current) throws {
        let clock = WorldClock(now: now)
        self.clock = clock
        self.calendar = calendar
        database = try .inMemory()
        faults = WorldFaults(clock: clock)
    }

    // MARK: Apps

    /// Returns the health store of an app, the same one for each call.
    /// - Parameters:
    ///   - identifier: The app's bundle identifier, which determines its permissions and the source of its samples.
    ///   - name: The app's name; by default the last component of the identifier.
    ///   - version: The app's version. Name and version are used only in the first call.
    @discardableResult
    public func app(
        _ identifier: String = "org.example.app", name: String? = nil, version: String? = "1.0"
    ) -> HKHealthStore {
        apps.withLock { apps in
            if let store = apps[identifier] { return store }
            let name = name ?? String(identifier.split(separator: ".").last ?? Substring(identifier))
            let identity = AppIdentity(identifier: identifier, name: name, version: version)
            let store = HKHealthStore.make(in: HealthContext(configuration(for: identity)))
            apps[identifier] = store
            return store
        }
    }

    /// Returns a configuration for `HealthKitSystem.bootstrap(_:)`, with which every `HKHealthStore()` of the process uses this
    /// world.
    ///
    /// The bootstrap is possible once per process; run(as:_:)-(_,()->T) does not require it.
    /// - Parameter app: The identity of the process.
    public func configuration(for app: AppIdentity) -> HealthKitSystem.Configuration {
        var configuration = HealthKitSystem.Configuration(
            store: .database(database), app: app, authorization: WorldPrompt(person: person))
        let clock = clock
        configuration.clock = { clock.now }
        configuration.calendar = calendar
        let faults = faults
        configuration.intercept = { operation in try faults.meet(operation, app: app.identifier) }
        return configuration
    }

    /// Runs a closure as an app: an `HKHealthStore()` that is created in it uses this world, and `HKSource.default()` is the app.
    public func run<T>(as app: HKHealthStore, _ body: () throws -> T) rethrows -> T {
        try HKSourceRevision.$scoped.withValue(app.context.configuration.app.sourceRevision) {
            try HealthKitSystem.$scoped.withValue(app.context, operation: body)
        }
    }

    /// Runs a closure as an app: an `HKHealthStore()` that is created in it uses this world, and `HKSource.default()` is the app.
    public func run<T>(as app: HKHealthStore, _ body: () async throws -> T) async rethrows -> T {
        try await HKSourceRevision.$scoped.withValue(app.context.configuration.app.sourceRevision) {
            try await HealthKitSystem.$scoped.withValue(app.context, operation: body)
        }
    }

    // MARK: Requests for permission

    /// The prompt that answers requests for permission: `.grant`, `.deny`, `.rule { … }`, `.answering { … }` or a custom prompt.
    public var prompt: any HKAuthorizationPrompt {
        get { person.prompt }
        set { person.prompt = newValue }
    }

    /// The requests of apps in order, without types that had been answered before.
    public var requests: [AuthorizationRequest] { person.requests }
}

/// The prompt for requests for permission, and the requests. The apps of a world share it with the world, so that an app can outlive its
/// world.
private final class WorldPerson: Sendable {
    private struct State {
        var prompt: any HKAuthorizationPrompt = .grant
        var requests: [AuthorizationRequest] = []
    }

    private let state = Mutex(State())

    var prompt: any HKAuthorizationPrompt {
        get { state.withLock { $0.prompt } }
        set { state.withLock { $0.prompt = newValue } }
    }

    var requests: [AuthorizationRequest] { state.withLock { $0.requests } }

    func note(_ request: AuthorizationRequest) {
        state.withLock { $0.requests.append(request) }
    }
}

/// Passes requests to the prompt of the test, and records them.
private struct WorldPrompt: HKAuthorizationPrompt {
    let person: WorldPerson

    func answer(_ request: AuthorizationRequest) async throws -> AuthorizationDecision {
        person.note(request)
        return try await person.prompt.answer(request)
    }

    func allowedObjects(_ request: ObjectAuthorizationRequest) async throws -> Set<Int> {
        person.note(AuthorizationRequest(app: request.app, share: [], read: [request.type]))
        return try await person.prompt.allowedObjects(request)
    }
}
