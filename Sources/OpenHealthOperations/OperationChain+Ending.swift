// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

extension OperationChain {
    /// Adds a handler for the failure of any step, also of those written after it.
    /// - Parameter handler: called at most once, on the queue, when no operation of the chain runs any more: with the error of a
    ///   step, with an ``OperationChainError``, or with a `CancellationError` after ``cancel()``. Several handlers are called in
    ///   the order in which they are written.
    public func `catch`(_ handler: @escaping @Sendable (any Error) -> Void) -> OperationChain {
        if run.isStarted { violationChainExtendedAfterStart() }
        return OperationChain(
            queue: queue, run: run, groups: groups, output: output, handlers: handlers + [handler])
    }

    /// Adds the operations to the queue.
    ///
    /// Without steps the chain ends as soon as the queue has capacity for it.
    /// - Returns: the chain itself, for ``cancel()``, ``progress`` and ``result()``.
    @discardableResult public func start() -> OperationChain {
        guard startOnce() else { violationChainStartedTwice() }
        return self
    }

    /// Adds the operations to the queue, and reports their result.
    /// - Parameter completion: called once, on the queue, after the handlers given to ``catch(_:)``.
    /// - Returns: the chain itself, for ``cancel()``, ``progress`` and ``result()``.
    @discardableResult public func start(
        completion: @escaping @Sendable (Result<Output, any Error>) -> Void
    ) -> OperationChain {
        // Before the start, so that it precedes requests for the result.
        let output = output
        run.whenEnded { completion(output.result(failure: $0)) }
        return start()
    }

    /// Ends the chain with a `CancellationError`: skips operations that have not begun and cancels those that run.
    ///
    /// The chain has ended when the running operations have. A chain that was never started will end at once when it is started;
    /// one that has ended stays as it is.
    public func cancel() {
        run.fail(CancellationError())
    }

    /// Returns the value of the last step when the chain has ended; starts the chain if it has not been started.
    ///
    /// Can be asked for any number of times. If the task that waits is cancelled, so is the chain.
    /// - Throws: the error of the chain.
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

    /// The result of the chain as a publisher: one value and the end, or the failure.
    ///
    /// The first subscriber starts the chain if it has not been started. Later ones receive the same result. A subscriber that
    /// cancels receives nothing more, and the chain continues.
    public var publisher: Deferred<Future<Output, any Error>> {
        Deferred {
            Future { promise in
                startOnce()
                let settle = UncheckedPromise(settle: promise)
                run.whenEnded { settle.settle(output.result(failure: $0)) }
            }
        }
    }

    /// A publisher of the number of the chain's operations that have succeeded; it finishes when the chain ends,
    /// also where it failed.
    ///
    /// A subscriber receives the newest state that it has demand for, not each one.
    public var progressPublisher: AnyPublisher<OperationProgress, Never> {
        let total = groups.reduce(0) { $0 + $1.steps.count }
        return run.progress.publisher
            .map { OperationProgress(completedCount: $0, totalCount: total) }
            .eraseToAnyPublisher()
    }

    /// The number of the chain's operations that have succeeded so far.
    public var progress: OperationProgress {
        OperationProgress(
            completedCount: run.progress.completedCount, totalCount: groups.reduce(0) { $0 + $1.steps.count })
    }

    @discardableResult private func startOnce() -> Bool {
        run.start(groups, on: queue, handlers: handlers)
    }
}

/// Unchecked because a `Future` locks its own state: its promise may be called on any thread.
private struct UncheckedPromise<Output>: @unchecked Sendable {
    let settle: (Result<Output, any Error>) -> Void
}
