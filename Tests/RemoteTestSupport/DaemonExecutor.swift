// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because mutable state is only accessed under the lock of the condition.
/// Threads for the tasks of daemons that run in the test process.
///
/// A test can block a thread of the cooperative pool while it waits for a daemon, as `HKHealthStore.biologicalSex()` does. If
/// the daemon also used that pool, all of its threads could wait for each other.
final class DaemonExecutor: TaskExecutor, @unchecked Sendable {
    static let shared = DaemonExecutor(threads: 4)

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []

    private init(threads: Int) {
        for _ in 0..<threads {
            let thread = Thread { [self] in while true { next().runSynchronously(on: asUnownedTaskExecutor()) } }
            thread.name = "server tasks"
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    private func next() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }
}
