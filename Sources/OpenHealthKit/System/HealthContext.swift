// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Synchronization

/// The shared state of an app's stores and queries: its session with the health database, which is opened on first use.
package final class HealthContext: Sendable {
    package let configuration: HealthKitSystem.Configuration
    /// Serializes requests for permission.
    let turnstile = AsyncTurnstile()
    /// Notifies the stores of changed units.
    let preferences = UnitPreferences()
    private let opened = Mutex<(any HealthSession)?>(nil)
    /// The threads on which completion handlers of clients are called, because these may block.
    private let executor = QueueExecutor(
        DispatchQueue(label: "org.openhealthkit.work", attributes: .concurrent))

    package init(_ configuration: HealthKitSystem.Configuration) {
        self.configuration = configuration
    }

    /// Returns the session.
    /// - Throws: An `HKError` if the session cannot be opened; the next call tries again.
    package func session() throws -> any HealthSession {
        try opened.withLock { opened in
            if let opened { return opened }
            do {
                guard configuration.isHealthDataAvailable else { throw HKError(.errorHealthDataUnavailable) }
                let session = try configuration.open()
                opened = session
                Task { await preferences.listen(to: session) }
                return session
            } catch {
                throw HKError(storeError: error)
            }
        }
    }

    /// Calls a closure with the session. Canceling the task cancels the closure.
    package func perform<T: Sendable>(
        _ body: @Sendable (any HealthSession) async throws -> T
    ) async throws -> T {
        try await body(try await openSession())
    }

    /// Opens the session on a thread that may block.
    private func openSession() async throws -> any HealthSession {
        if let session = opened.withLock({ $0 }) { return session }
        return try await Task(executorPreference: executor) { try self.session() }.value
    }

    /// Runs a closure, and calls a handler with its result on a thread that may block.
    /// - Returns: A task whose cancellation cancels the closure.
    @discardableResult
    package func perform<T: Sendable>(
        _ body: @escaping @Sendable (any HealthSession) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            let result: Result<T, any Error>
            do {
                result = .success(try await body(self.session()))
            } catch {
                result = .failure(error)
            }
            completion(result)
        }
    }

    /// Runs a closure, and calls a handler with its result on a thread that may block.
    func perform<T: Sendable>(
        asynchronously body: @escaping @Sendable () async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        perform({ _ in try await body() }, completion: completion)
    }

    /// Blocks the calling thread until a closure has ended. Used by Apple's synchronous methods.
    func wait<T: Sendable>(_ body: @escaping @Sendable (any HealthSession) async throws -> T) throws -> T {
        let ended = DispatchSemaphore(value: 0)
        let held = Mutex<Result<T, any Error>?>(nil)
        perform(body) { result in
            held.withLock { $0 = result }
            ended.signal()
        }
        ended.wait()
        guard let result = held.withLock({ $0 }) else { throw HKError(.unknownError) }
        return try result.get()
    }
}

extension HKHealthStore {
    /// Creates a store in a context.
    package class func make(in context: HealthContext) -> HKHealthStore {
        HealthKitSystem.$scoped.withValue(context) { HKHealthStore() }
    }
}
