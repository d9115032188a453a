// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// A serial queue of asynchronous work, which runs items in the order in which they were added.
///
/// Items run on a separate dispatch queue, so handlers of clients may block without delaying other tasks.
final class SerialWork: Sendable {
    typealias Item = @Sendable () async -> Void

    private struct State {
        var items: [Item] = []
        var task: Task<Void, Never>?
        /// The callers of ``settled()``.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let executor: QueueExecutor
    private let state = Mutex(State())

    init(_ label: String) {
        executor = QueueExecutor(DispatchQueue(label: label))
    }

    /// Adds an item, which starts when all earlier items have ended.
    func add(_ item: @escaping Item) {
        state.withLock { state in
            state.items.append(item)
            if state.task == nil { state.task = Task(executorPreference: executor) { await self.run() } }
        }
    }

    /// Cancels the current item and the waiting items.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    /// Waits until all items have ended, including those that they add.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.task != nil { state.waiting.append(continuation) }
                return state.task == nil
            }
            if isSettled { continuation.resume() }
        }
    }

    private func run() async {
        while let item = next() { await item() }
    }

    private func next() -> Item? {
        let (item, waiting) = state.withLock { state -> (Item?, [CheckedContinuation<Void, Never>]) in
            guard state.items.isEmpty else { return (state.items.removeFirst(), []) }
            state.task = nil
            defer { state.waiting = [] }
            return (nil, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return item
    }
}

/// Runs tasks on a dispatch queue on which they may block.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
