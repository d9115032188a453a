// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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

/// The value that a step passes to the next step.
final class ChainValue<Value: Sendable>: Sendable {
    private let content: Guarded<Value?>

    init(_ value: Value? = nil) {
        content = Guarded(value)
    }

    func set(_ value: Value) {
        content.withLock { $0 = value }
    }

    /// Returns the value. The order of the chain ensures that it has been set.
    func get() -> Value {
        guard let value = content.withLock({ $0 }) else { violationChainOutOfOrder() }
        return value
    }

    /// Returns the result of a chain that ends with this value.
    func result(failure: (any Error)?) -> Result<Value, any Error> {
        if let failure { .failure(failure) } else { .success(get()) }
    }
}

extension OperationChain {
    /// Adds an operation that begins when the previous steps have ended.
    ///
    /// The next step receives no value; see ``then(_:value:)`` for an operation with a result.
    /// - Parameter operation: An operation that has not begun, is not in a queue, and occurs only once in the chain.
    public func then(_ operation: Operation) -> OperationChain<Void> {
        when([operation])
    }

    /// Adds an operation whose result is passed to the next step.
    ///
    /// An operation has no failure; the closure throws an error to report one.
    /// - Parameters:
    ///   - operation: An operation that has not begun, is not in a queue, and occurs only once in the chain.
    ///   - value: A closure that returns the result of the operation after it has ended. Not called if it was canceled.
    public func then<Work: Operation, Next: Sendable>(
        _ operation: Work, value: @escaping @Sendable (Work) throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        let step = ChainStep(operation) { next.set(try value(operation)) }
        return adding(ChainGroup(steps: [step]), output: next)
    }

    /// Adds operations that run concurrently, as far as the queue permits, when the previous steps have ended.
    ///
    /// The next step begins when all of them have ended. Without operations this step has no effect.
    /// - Parameter operations: Operations that have not begun, are not in a queue, and occur only once in the chain.
    public func when(_ operations: [Operation]) -> OperationChain<Void> {
        adding(ChainGroup(steps: operations.map { ChainStep($0) }), output: ChainValue(()))
    }
}

extension OperationChain {
    /// Runs a closure for each element on threads of the queue, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives the result of the previous step and an element. The next step receives all results in
    ///     the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Output, Element) throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in blockStep(into: next) { try step($0, element) } }
    }

    /// Runs a closure for each element in a separate task, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives the result of the previous step and an element. The next step receives all results in
    ///     the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Output, Element) async throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in taskStep(into: next) { try await step($0, element) } }
    }

    private func collecting<Element, Next: Sendable>(
        _ elements: some Sequence<Element>, make: (Element, ChainValue<Next>) -> ChainStep
    ) -> OperationChain<[Next]> {
        let elements = Array(elements)
        let values = elements.map { _ in ChainValue<Next>() }
        let next = ChainValue<[Next]>()
        return adding(
            ChainGroup(steps: zip(elements, values).map(make), collect: { next.set(values.map { $0.get() }) }),
            output: next)
    }
}

extension OperationChain<Void> {
    /// Runs a closure for each element on threads of the queue, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives an element. The next step receives all results in the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Element) throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in blockStep(into: next) { _ in try step(element) } }
    }

    /// Runs a closure for each element in a separate task, as many concurrently as the queue permits.
    /// - Parameters:
    ///   - elements: The elements.
    ///   - step: A closure that receives an element. The next step receives all results in the order of the elements.
    public func when<Element: Sendable, Next: Sendable>(
        each elements: some Sequence<Element>, _ step: @escaping @Sendable (Element) async throws -> Next
    ) -> OperationChain<[Next]> {
        collecting(elements) { element, next in taskStep(into: next) { _ in try await step(element) } }
    }
}

/// The progress of an ``OperationChain``.
public struct OperationProgress: Hashable, Sendable {
    /// The number of operations that have ended without failure.
    public let completedCount: Int
    /// The number of operations of the chain, counting each closure as one.
    public let totalCount: Int

    /// The fraction of operations that have ended, from 0 to 1. It is 1 for a chain without operations.
    public var fractionCompleted: Double {
        totalCount == 0 ? 1 : Double(completedCount) / Double(totalCount)
    }
}
