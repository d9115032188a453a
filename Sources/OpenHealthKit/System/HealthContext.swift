// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// What an app's stores and queries share: its session with the health database, which is opened when it is first needed.
package final class HealthContext: Sendable {
    package let configuration: HealthKitSystem.Configuration
    /// Has requests for permission answered one after the other.
    let turnstile = AsyncTurnstile()
    /// Tells the stores when units change.
    let preferences = UnitPreferences()
    private let opened = Mutex<(any HealthSession)?>(nil)
    /// Where calls that wait for the store run, since they must not hold up the threads of tasks.
    private let workers = DispatchQueue(label: "org.openhealthkit.work", attributes: .concurrent)

    package init(_ configuration: HealthKitSystem.Configuration) {
        self.configuration = configuration
    }

    /// The session.
    /// - Throws: an `HKError` that says why there is none; the next call tries again.
    package func session() throws -> any HealthSession {
        try opened.withLock { opened in
            if let opened { return opened }
            do {
                guard configuration.isHealthDataAvailable else { throw HKError(.errorHealthDataUnavailable) }
                let session = try configuration.open()
                opened = session
                workers.async { self.preferences.listen(to: session) }
                return session
            } catch {
                throw HKError(storeError: error)
            }
        }
    }

    /// Does something with the session on a thread of its own.
    package func perform<T: Sendable>(_ body: @escaping @Sendable (any HealthSession) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            workers.async {
                continuation.resume(with: Result { try body(self.session()) })
            }
        }
    }

    /// Does something that takes its time and tells what came of it, on a thread where waiting is allowed.
    func perform<T: Sendable>(
        asynchronously body: @escaping @Sendable () async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        Task.detached {
            let result: Result<T, any Error>
            do {
                result = .success(try await body())
            } catch {
                result = .failure(error)
            }
            self.workers.async { completion(result) }
        }
    }

    /// Does something with the session on a thread of its own, and tells what came of it there.
    package func perform<T>(
        _ body: @escaping @Sendable (any HealthSession) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        workers.async {
            completion(Result { try body(self.session()) })
        }
    }
}
