// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import Synchronization

/// Runs closures immediately before an app uses the store, like concurrent actions of another thread.
final class Interruption: Sendable {
    private struct Step {
        let operation: AppOperation
        let body: @Sendable () throws -> Void
    }

    private let steps = Mutex<[Step]>([])

    /// Adds a closure that is called once before an operation. The app receives the error that it throws.
    func before(_ operation: AppOperation, _ body: @escaping @Sendable () throws -> Void) {
        steps.withLock { $0.append(Step(operation: operation, body: body)) }
    }

    /// Whether all closures have been called.
    var isOver: Bool { steps.withLock { $0.isEmpty } }

    private func meet(_ operation: AppOperation) throws {
        let step = steps.withLock { steps in
            steps.firstIndex { $0.operation == operation }.map { steps.remove(at: $0) }
        }
        try step?.body()
    }

    /// Returns the store of an interrupted app that can save and read some types.
    func app(_ kit: KitStore, _ name: String = "runner", _ types: [HKSampleType] = Training.all) async throws
        -> HKHealthStore
    {
        let store = kit.app(name, .grant) { $0.intercept = { try self.meet($0) } }
        try await store.requestAuthorization(toShare: Set(types), read: Set(types))
        return store
    }
}
