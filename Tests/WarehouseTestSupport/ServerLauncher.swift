// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

// Unchecked because what changes is reached under the lock of the condition alone.
/// Starts the servers of the process, from a thread that lives as long as the process does.
///
/// Servers ask the kernel to kill them when their parent ends (`PR_SET_PDEATHSIG`), so that none outlives the tests, however
/// these end. The kernel means the thread that started them; threads that belong to tasks come and go.
final class ServerLauncher: @unchecked Sendable {
    static let shared = ServerLauncher()

    private let condition = NSCondition()
    private var jobs: [() -> Void] = []
    private let folders = Mutex<[URL]>([])

    private init() {
        let thread = Thread { [self] in while true { next()() } }
        thread.name = "servers"
        thread.start()
        atexit { ServerLauncher.shared.removeFolders() }
    }

    private func next() -> () -> Void {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }

    /// Does something on the thread, and waits for the end.
    func onItsThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            condition.withLock {
                jobs.append { continuation.resume(with: Swift.Result { try body() }) }
                condition.signal()
            }
        }
    }

    /// Removes a folder when the process ends.
    func removeAtExit(_ folder: URL) {
        folders.withLock { $0.append(folder) }
    }

    private func removeFolders() {
        ServerProcess.killAll()
        for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
