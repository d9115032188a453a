// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Operations of a queue that run in the order in which they are written, some of them concurrently.
///
///     OperationChain(queue)
///         .then(download)
///         .when([unpack, verify])
///         .then(install)
///         .catch { error in print("not installed:", error) }
///         .start()
///
/// Each step is an `Operation` (a `BlockOperation`, a subclass, an asynchronous one) or a closure. The result of a closure is
/// passed to the closure after it, and the result of the last step is the result of the chain:
///
///     let total = try await OperationChain(queue)
///         .then { try readAmounts() }
///         .then { amounts in amounts.reduce(0, +) }
///         .result()
///
/// The chain adds its operations to the queue when it starts, with dependencies according to the order, and with small operations
/// of its own between them, so that the queue's limits and its suspension apply as to any other operation, and
/// `waitUntilAllOperationsAreFinished()` waits for the end of the chain and for its handlers.
///
/// The first step that fails ends the chain: what has not begun is skipped, what runs is cancelled, and the error goes to
/// one place. A step fails when its closure throws, or when its operation was cancelled, by whomever. Where several steps
/// of one `when` fail, the error of one of them is reported. The chain lives until then, whether or not it is referenced. It has ended
/// once nothing of it runs any more.
///
/// A chain runs once. All that is made from one `OperationChain(queue)` is the same chain at different lengths, so only one
/// length of it can be started. Starting it again, adding to it afterwards, or an operation that is in it twice is a mistake
/// in the program and stops it, as does an operation that has run or belongs to a queue already.
public struct OperationChain<Output: Sendable>: Sendable {
    let queue: OperationQueue
    let run: ChainRun
    let groups: [ChainGroup]
    let output: ChainValue<Output>
    let handlers: [@Sendable (any Error) -> Void]

    /// Returns the same chain with additional steps, which together have an output.
    func adding<Next>(_ group: ChainGroup, output: ChainValue<Next>) -> OperationChain<Next> {
        if run.isStarted { violationChainExtendedAfterStart() }
        return OperationChain<Next>(
            queue: queue, run: run, groups: groups + [group], output: output, handlers: handlers)
    }
}

extension OperationChain<Void> {
    /// Creates a chain without steps.
    /// - Parameter queue: the queue of the operations. The chain retains it until it ends.
    public init(_ queue: OperationQueue) {
        self.init(queue: queue, run: ChainRun(), groups: [], output: ChainValue(()), handlers: [])
    }
}
