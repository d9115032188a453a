// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

extension OperationChain {
    /// Adds a handler for the failure of any step, including later ones.
    /// - Parameter handler: A closure that is called at most once, on the queue, after all operations of the chain have ended:
    ///   with the error of a step, with an ``OperationChainError``, or with a `CancellationError` after ``cancel()``. Several
    ///   handlers are called in the order in which they were added.
    public func `catch`(_ handler: @escaping @Sendable (any Error) -> Void) -> OperationChain {
        if run.isStarted { violationChainExtendedAfterStart() }
        return OperationChain(
            queue: queue, run: run, groups: groups, output: output, handlers: handlers + [handler])
    }

    /// Adds the operations to the queue.
    ///
    /// Without steps the chain ends as soon as the queue has capacity for it.
    /// - Returns: The chain, for ``cancel()``, ``progress`` and ``result()``.
    @discardableResult public func start() -> OperationChain {
        guard startOnce() else { violationChainStartedTwice() }
        return self
    }

    /// Adds the operations to the queue and reports their result.
    /// - Parameter completion: A closure that is called once, on the queue, after the handlers of ``catch(_:)``.
    /// - Returns: The chain, for ``cancel()``, ``progress`` and ``result()``.
    @discardableResult public func start(
        completion: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) -> OperationChain {
        // Added before the start, so that it precedes requests for the result.
        let output = output
        run.whenEnded { completion(output.result(failure: $0)) }
        return start()
    }

    /// Ends the chain with a `CancellationError`. Operations that have not begun are skipped, and running ones are canceled.
    ///
    /// The chain ends when the running operations have ended. A chain that has not been started ends immediately when it is
    /// started; one that has ended does not change.
    public func cancel() {
        run.fail(CancellationError())
    }

    /// Returns the value of the last step when the chain has ended, and starts the chain if it has not been started.
    ///
    /// Can be called any number of times. Canceling the waiting task cancels the chain.
    /// - Throws: The error of the chain.
    public func result() async throws -> Output {
        startOnce()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                run.whenEnded { continuation.resume(with: output.result(failure: $0)) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// A publisher of the result of the chain: one value and the completion, or the failure.
    ///
    /// The first subscriber starts the chain if it has not been started. Later ones receive the same result. If a subscriber
    /// cancels, it receives nothing more and the chain continues.
    public var publisher: Deferred<Future<Output, any Error>> {
        Deferred {
            Future { promise in
                startOnce()
                let settle = UncheckedPromise(settle: promise)
                run.whenEnded { settle.settle(output.result(failure: $0)) }
            }
        }
    }

    /// A publisher of the number of operations that have succeeded. It finishes when the chain ends, even if it failed.
    ///
    /// A subscriber receives the newest state when it has demand, and not every state.
    public var progressPublisher: AnyPublisher<OperationProgress, Never> {
        let total = groups.reduce(0) { $0 + $1.steps.count }
        return run.progress.publisher
            .map { OperationProgress(completedCount: $0, totalCount: total) }
            .eraseToAnyPublisher()
    }

    /// The number of operations that have succeeded so far.
    public var progress: OperationProgress {
        OperationProgress(
            completedCount: run.progress.completedCount, totalCount: groups.reduce(0) { $0 + $1.steps.count })
    }

    @discardableResult private func startOnce() -> Bool {
        run.start(groups, on: queue, handlers: handlers)
    }
}

/// Unchecked because a `Future` locks its own state, and its promise can be called on any thread.
private struct UncheckedPromise<Output>: @unchecked Sendable {
    let settle: (Result<Output, any Error>) -> Void
}
