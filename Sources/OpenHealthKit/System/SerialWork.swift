// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Asynchronous work that runs one item after the other, in the order in which the items were added.
///
/// Items run on a dispatch queue of their own, so that handlers of clients may block without holding up other tasks.
final class SerialWork: Sendable {
    typealias Item = @Sendable () async -> Void

    private struct State {
        var items: [Item] = []
        var task: Task<Void, Never>?
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

    /// Cancels the item that runs, and the items that wait.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    private func run() async {
        while let item = next() { await item() }
    }

    private func next() -> Item? {
        state.withLock { state in
            if state.items.isEmpty {
                state.task = nil
                return nil
            }
            return state.items.removeFirst()
        }
    }
}
