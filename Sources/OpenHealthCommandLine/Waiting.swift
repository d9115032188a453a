// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A bridge from synchronous commands to asynchronous code.
public enum Waiting {
    /// Blocks the main thread, which runs no tasks, until a closure has finished and is released. A store that only the closure and
    /// the caller keep open is therefore closed before the process ends.
    public static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        let work = Work(body)
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await work.run()
            end.signal()
        }
        end.wait()
        try work.outcome.withLock { $0 }?.get()
    }

    private final class Work: Sendable {
        private let body: Mutex<(@Sendable () async throws -> Void)?>
        let outcome = Mutex<Result<Void, any Error>?>(nil)

        init(_ body: @escaping @Sendable () async throws -> Void) {
            self.body = Mutex(body)
        }

        /// Runs the closure, and releases it.
        func run() async {
            do {
                try await take()?()
                outcome.withLock { $0 = .success(()) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }

        private func take() -> (@Sendable () async throws -> Void)? {
            body.withLock { body in
                defer { body = nil }
                return body
            }
        }
    }
}
