// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthModel

/// The run of a chain, from its start to its end or a failure.
final class ChainRun: Sendable {
    private struct State {
        var isStarted = false
        var hasEnded = false
        var failure: (any Error)?
        /// The operations of the steps from the start to the end, which retain the chain.
        var operations: [Operation] = []
        var waiters: [@Sendable ((any Error)?) -> Void] = []
    }

    let progress = ChainProgress()
    private let state = Guarded(State())

    var isStarted: Bool { state.withLock { $0.isStarted } }

    /// Calls a closure with the failure, if any, when the chain has ended; immediately if it has already ended.
    func whenEnded(_ waiter: @escaping @Sendable ((any Error)?) -> Void) {
        let (hasEnded, failure) = state.withLock { state in
            if !state.hasEnded { state.waiters.append(waiter) }
            return (state.hasEnded, state.failure)
        }
        if hasEnded { waiter(failure) }
    }

    /// Fails the chain, unless it has already failed or ended, and cancels all of its operations.
    func fail(_ error: any Error) {
        let operations = state.withLock { state -> [Operation] in
            guard state.failure == nil, !state.hasEnded else { return [] }
            state.failure = error
            return state.operations
        }
        for operation in operations { operation.cancel() }
    }

    /// Adds the steps to the queue once.
    /// - Returns: False if the chain was started before.
    func start(
        _ groups: [ChainGroup], on queue: OperationQueue, handlers: [@Sendable (any Error) -> Void]
    ) -> Bool {
        let operations = groups.flatMap { $0.steps.map(\.operation) }
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return false }
        Self.checkOrder(of: groups)

        let plan = ChainPlan(
            groups, settle: { step in self.settle(step) }, isGoingOn: { self.isGoingOn },
            end: { self.end(handlers) })
        let isCancelled = state.withLock { state in
            state.operations = operations
            return state.failure != nil
        }
        if isCancelled {
            for operation in operations { operation.cancel() }
        }
        queue.addOperations(plan.operations, waitUntilFinished: false)
        return true
    }

    private var isGoingOn: Bool { state.withLock { $0.failure == nil } }

    /// Handles an operation that has finished.
    private func settle(_ step: ChainStep) {
        // Results after a failure are ignored.
        guard isGoingOn else { return }
        let operation = step.operation
        if operation.isCancelled {
            fail(OperationChainError.operationCancelled(operation.name ?? "\(type(of: operation))"))
            return
        }
        do {
            try step.check?()
            progress.advance()
        } catch {
            fail(error)
        }
    }

    private func end(_ handlers: [@Sendable (any Error) -> Void]) {
        let (failure, waiters) = state.withLock { state in
            state.hasEnded = true
            state.operations = []
            defer { state.waiters = [] }
            return (state.failure, state.waiters)
        }
        if let failure {
            for handler in handlers { handler(failure) }
        }
        progress.end()
        for waiter in waiters { waiter(failure) }
    }

    /// Traps if the operations cannot run in this order.
    private static func checkOrder(of groups: [ChainGroup]) {
        var positions: [ObjectIdentifier: Int] = [:]
        for (index, group) in groups.enumerated() {
            for step in group.steps {
                let operation = step.operation
                if operation.isFinished || operation.isExecuting { violationChainOperationHasRun() }
                if positions.updateValue(index, forKey: ObjectIdentifier(operation)) != nil {
                    violationChainOperationTwice()
                }
            }
        }
        for (index, group) in groups.enumerated() {
            for step in group.steps {
                for other in step.operation.dependencies where positions[ObjectIdentifier(other), default: -1] > index {
                    violationChainAgainstDependencies()
                }
            }
        }
    }
}

/// Counts the operations that have ended and publishes the count.
///
/// Operations end on several threads concurrently. Only one thread at a time sends, so that the counts are in order; another
/// thread leaves its count to that one.
///
/// Unchecked because the subject locks its own state.
final class ChainProgress: @unchecked Sendable {
    private struct State {
        var completed = 0
        var sent = 0
        var hasEnded = false
        var isSending = false
    }

    private let state = Guarded(State())
    private let subject = CurrentValueSubject<Int, Never>(0)

    var completedCount: Int { state.withLock { $0.completed } }

    /// A publisher of the current count and each change, until the end.
    var publisher: AnyPublisher<Int, Never> { subject.eraseToAnyPublisher() }

    func advance() {
        change { $0.completed += 1 }
    }

    func end() {
        change { $0.hasEnded = true }
    }

    private func change(_ body: (inout State) -> Void) {
        let isMine = state.withLock { state in
            body(&state)
            defer { state.isSending = true }
            return !state.isSending
        }
        guard isMine else { return }
        while true {
            let (count, isOver) = state.withLock { state -> (Int?, Bool) in
                if state.sent < state.completed {
                    state.sent = state.completed
                    return (state.completed, false)
                }
                // After the end no other thread may send, so the flag remains set.
                if !state.hasEnded { state.isSending = false }
                return (nil, state.hasEnded)
            }
            if let count {
                subject.send(count)
            } else {
                if isOver { subject.send(completion: .finished) }
                return
            }
        }
    }
}
