// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import Synchronization

/// Does something at the moment in which an app is about to use the store: what another thread might do just then.
final class Interruption: Sendable {
    private struct Step {
        let operation: AppOperation
        let body: @Sendable () throws -> Void
    }

    private let steps = Mutex<[Step]>([])

    /// Does something once, before an operation; what it throws is what the app gets.
    func before(_ operation: AppOperation, _ body: @escaping @Sendable () throws -> Void) {
        steps.withLock { $0.append(Step(operation: operation, body: body)) }
    }

    /// Whether everything has been done.
    var isOver: Bool { steps.withLock { $0.isEmpty } }

    private func meet(_ operation: AppOperation) throws {
        let step = steps.withLock { steps in
            steps.firstIndex { $0.operation == operation }.map { steps.remove(at: $0) }
        }
        try step?.body()
    }

    /// The store of an app that is interrupted, which may save and read some types.
    func app(_ kit: KitStore, _ name: String = "runner", _ types: [HKSampleType] = Training.all) async throws
        -> HKHealthStore
    {
        let store = kit.app(name, .grant) { $0.intercept = { try self.meet($0) } }
        try await store.requestAuthorization(toShare: Set(types), read: Set(types))
        return store
    }
}
