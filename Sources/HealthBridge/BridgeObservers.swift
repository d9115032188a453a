// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

// Unchecked because the queries are only used under the lock; Mutex needs a newer system than HealthKit's asynchronous interface.
/// The observer queries of a bridge.
final class BridgeObservers: @unchecked Sendable {
    private let lock = NSLock()
    private var queries: [HKObserverQuery] = []

    /// Observes types, and enables their background delivery.
    /// - Parameter work: A closure that sends the changes. HealthKit repeats a notification until it has ended.
    func start(_ types: [HKSampleType], in store: HKHealthStore, work: @escaping @Sendable () async -> Void) {
        stop(in: store)
        for type in types {
            let query = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, error in
                guard error == nil else { return completion() }
                let done = Completion(call: completion)
                Task {
                    await work()
                    done.call()
                }
            }
            lock.withLock { queries.append(query) }
            store.execute(query)
            store.enableBackgroundDelivery(for: type, frequency: .immediate) { _, _ in }
        }
    }

    /// Ends the observation. Background delivery remains enabled, for the next launch.
    func stop(in store: HKHealthStore) {
        let ended = lock.withLock {
            defer { queries = [] }
            return queries
        }
        for query in ended { store.stop(query) }
    }
}

// Unchecked because HealthKit's completion handlers can be called on any thread, although their type does not state it.
private struct Completion: @unchecked Sendable {
    let call: HKObserverQueryCompletionHandler
}
