// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthWarehouse
import Synchronization

/// A push that is blocked at a step until it is resumed.
struct HeldPush {
    private let task: Task<PushReceipt, any Error>
    private let goOn = DispatchSemaphore(value: 0)

    /// Starts a push, and returns when it is blocked or has already ended.
    /// - Parameter isThere: A closure that returns whether the step has been reached, from the progress of the push.
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

    /// Resumes the push, and waits for its end.
    func end() async -> Result<PushReceipt, any Error> {
        goOn.signal()
        return await task.result
    }
}

/// Threads for blocked pushes. On the shared threads of tasks, there might be none left for the task that resumes them.
private final class HeldPushThreads: TaskExecutor {
    static let shared = HeldPushThreads()
    private let queue = DispatchQueue(label: "org.openhealthkit.held-pushes", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
