// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A bridge from synchronous commands to asynchronous code.
public enum Waiting {
    /// Blocks the main thread, which runs no tasks, until a closure has finished.
    public static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        let outcome = Outcome()
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                try await body()
                outcome.value.withLock { $0 = .success(()) }
            } catch {
                outcome.value.withLock { $0 = .failure(error) }
            }
            end.signal()
        }
        end.wait()
        try outcome.value.withLock { $0 }?.get()
    }

    private final class Outcome: Sendable {
        package let value = Mutex<Result<Void, any Error>?>(nil)
    }
}
