// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthWarehouse
import Synchronization

/// A push that stands still at a place until it is let go on.
struct HeldPush {
    private let task: Task<PushReceipt, any Error>
    private let goOn = DispatchSemaphore(value: 0)

    /// Begins a push, and returns when it stands still, or has ended before.
    /// - Parameter isThere: whether the place has been reached, by how far the push has come.
    init(
        _ warehouse: Warehouse, _ store: PushStore, as name: Pseudonym, options: PushOptions = PushOptions(),
        until isThere: @escaping @Sendable (PushProgress) -> Bool
    ) async {
        let (reached, goOn) = (DispatchSemaphore(value: 0), goOn)
        let hasStood = Mutex(false)
        task = Task(executorPreference: HeldPushThreads.shared) {
            defer { reached.signal() }
            return try await warehouse.push(store.database, as: name, options: options) { progress in
                guard isThere(progress), hasStood.withLock({ !$0 }) else { return }
                hasStood.withLock { $0 = true }
                reached.signal()
                goOn.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                reached.wait()
                continuation.resume()
            }
        }
    }

    /// Lets the push go on, and waits for its end.
    func end() async -> Result<PushReceipt, any Error> {
        goOn.signal()
        return await task.result
    }
}

/// Threads for pushes that are held: on the threads that all tasks share, there might be none left for the task that releases
/// them go on.
private final class HeldPushThreads: TaskExecutor {
    static let shared = HeldPushThreads()
    private let queue = DispatchQueue(label: "org.openhealthkit.held-pushes", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
