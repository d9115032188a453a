// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

extension HealthWorld {
    /// An operation of an app on the database.
    public enum Operation: Sendable, CaseIterable {
        /// Queries, including those of characteristics and units, but not `authorizationStatus(for:)`, which cannot fail.
        case read
        /// Saving samples, including that of builders.
        case save
        /// Deleting objects.
        case delete
        /// Saving decisions on requests, background deliveries and other settings.
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

/// The planned failures of a world.
final class WorldFaults: Sendable {
    private struct Fault {
        let operation: AppOperation
        let code: HKError.Code
        let app: String?
        var times: Int
    }

    private struct State {
        var faults: [Fault] = []
        var lockedUntil: Date?
    }

    private let clock: WorldClock
    private let state = Mutex(State())

    init(clock: WorldClock) {
        self.clock = clock
    }

    func add(_ operation: AppOperation, _ code: HKError.Code, app: String?, times: Int) {
        state.withLock { $0.faults.append(Fault(operation: operation, code: code, app: app, times: times)) }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }

    func lock(until date: Date?) {
        state.withLock { $0.lockedUntil = date }
    }

    /// Throws the error of a planned failure that applies to an operation. Each failure decrements its count.
    func meet(_ operation: AppOperation, app: String) throws {
        let now = clock.now
        let code: HKError.Code? = state.withLock { state in
            if operation == .read, let end = state.lockedUntil, now < end { return .errorDatabaseInaccessible }
            let place = state.faults.firstIndex { $0.operation == operation && ($0.app ?? app) == app }
            guard let place else { return nil }
            state.faults[place].times -= 1
            let fault = state.faults[place]
            if fault.times <= 0 { state.faults.remove(at: place) }
            return fault.code
        }
        guard let code else { return }
        throw HKError(code, "The test wants this to fail.")
    }
}
