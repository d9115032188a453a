// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Operations of a queue that run in order, some of them concurrently.
///
///     OperationChain(queue)
///         .then(download)
///         .when([unpack, verify])
///         .then(install)
///         .catch { error in print("not installed:", error) }
///         .start()
///
/// Each step is an `Operation` (a `BlockOperation`, a subclass, or an asynchronous operation) or a closure. The result of a
/// closure is passed to the next closure, and the result of the last step is the result of the chain:
///
///     let total = try await OperationChain(queue)
///         .then { try readAmounts() }
///         .then { amounts in amounts.reduce(0, +) }
///         .result()
///
/// When the chain starts, it adds its operations to the queue with dependencies in the order of the steps, and with small
/// internal operations between them. The queue's limits and suspension therefore apply as to any other operation, and
/// `waitUntilAllOperationsAreFinished()` waits for the end of the chain and for its handlers.
///
/// The first step that fails ends the chain: steps that have not begun are skipped, running ones are canceled, and the error is
/// reported once. A step fails if its closure throws, or if its operation was canceled by any caller. If several steps of one
/// `when` fail, the error of one of them is reported. The chain is retained until its end, whether or not it is referenced. It
/// has ended when none of its operations is running.
///
/// A chain runs once. All values created from one `OperationChain(queue)` are the same chain with different lengths, so only one
/// of them can be started. Starting it again, adding to it after the start, or adding an operation twice is a programming error
/// and traps, as is adding an operation that has run or already belongs to a queue.
public struct OperationChain<Output: Sendable>: Sendable {
    let queue: OperationQueue
    let run: ChainRun
    let groups: [ChainGroup]
    let output: ChainValue<Output>
    let handlers: [@Sendable (any Error) -> Void]

    /// Returns the same chain with additional steps that have a common output.
    func adding<Next>(_ group: ChainGroup, output: ChainValue<Next>) -> OperationChain<Next> {
        if run.isStarted { violationChainExtendedAfterStart() }
        return OperationChain<Next>(
            queue: queue, run: run, groups: groups + [group], output: output, handlers: handlers)
    }
}

extension OperationChain<Void> {
    /// Creates a chain without steps.
    /// - Parameter queue: The queue of the operations. The chain retains it until it ends.
    public init(_ queue: OperationQueue) {
        self.init(queue: queue, run: ChainRun(), groups: [], output: ChainValue(()), handlers: [])
    }
}
