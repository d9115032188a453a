// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

// Unchecked because mutable state is only accessed under the lock of the condition.
/// Starts servers from a thread that lives as long as the process.
///
/// The kernel kills a server when its parent ends (`PR_SET_PDEATHSIG`), so no server outlives the tests. The parent in this
/// sense is the thread that started the server, and threads of the cooperative pool can end earlier.
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

    /// Runs a closure on the thread, and returns its result.
    func onItsThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            condition.withLock {
                jobs.append { continuation.resume(with: Swift.Result { try body() }) }
                condition.signal()
            }
        }
    }

    /// Registers a folder for removal at the end of the process.
    func removeAtExit(_ folder: URL) {
        folders.withLock { $0.append(folder) }
    }

    private func removeFolders() {
        ServerProcess.killAll()
        for folder in folders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
    }
}
