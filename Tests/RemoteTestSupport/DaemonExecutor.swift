// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because what changes is reached under the lock of the condition alone.
/// Threads for the tasks of daemons that run in the process of the tests.
///
/// A test may wait for a daemon on a thread that belongs to tasks, as `HKHealthStore.biologicalSex()` does. If the daemon had
/// only such threads too, all of them might wait for each other.
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
