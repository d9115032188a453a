// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
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

extension OperationChain {
    /// Adds a closure that runs on the queue when the previous steps have ended.
    /// - Parameter step: A closure that receives the result of the previous step. An error that it throws ends the chain.
    public func then<Next: Sendable>(_ step: @escaping @Sendable (Output) throws -> Next) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [blockStep(into: next, step)]), output: next)
    }

    /// Adds an asynchronous closure, which counts as an operation of the queue until it returns.
    /// - Parameter step: A closure that receives the result of the previous step. Its task is canceled with the chain. An error
    ///   that it throws ends the chain.
    public func then<Next: Sendable>(
        _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> OperationChain<Next> {
        let next = ChainValue<Next>()
        return adding(ChainGroup(steps: [taskStep(into: next, step)]), output: next)
    }

    /// Returns a step that runs a closure on a thread of the queue.
    func blockStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainBlockOperation { next.set(try step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }

    /// Returns a step that runs a closure in a task.
    func taskStep<Next>(
        into next: ChainValue<Next>, _ step: @escaping @Sendable (Output) async throws -> Next
    ) -> ChainStep {
        let input = output
        let operation = ChainTaskOperation { next.set(try await step(input.get())) }
        return ChainStep(operation, check: operation.check)
    }
}

/// An operation that runs a closure and stores the error that it throws.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainBlockOperation: Operation, @unchecked Sendable {
    private struct State {
        /// The closure, which is released with its captures after it has run.
        var work: (@Sendable () throws -> Void)?
        var failure: (any Error)?
    }

    private let state: Guarded<State>

    init(_ work: @escaping @Sendable () throws -> Void) {
        state = Guarded(State(work: work))
    }

    override func main() {
        let work = state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
        do {
            try work?()
        } catch {
            state.withLock { $0.failure = error }
        }
    }

    @Sendable func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }
}

/// An operation that runs an asynchronous closure and stores the error that it throws.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainTaskOperation: Operation, @unchecked Sendable {
    private struct State {
        var work: (@Sendable () async throws -> Void)?
        var failure: (any Error)?
        var task: Task<Void, Never>?
        var isExecuting = false
        var isFinished = false
    }

    private let state: Guarded<State>

    init(_ work: @escaping @Sendable () async throws -> Void) {
        state = Guarded(State(work: work))
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0.isExecuting } }
    override var isFinished: Bool { state.withLock { $0.isFinished } }

    override func start() {
        let work = state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
        guard let work, !isCancelled else { return finish() }
        willChangeValue(forKey: "isExecuting")
        state.withLock { $0.isExecuting = true }
        didChangeValue(forKey: "isExecuting")
        let task = Task {
            do {
                try await work()
            } catch {
                state.withLock { $0.failure = error }
            }
            finish()
        }
        // A cancellation before the task existed could not cancel it.
        state.withLock { if !$0.isFinished { $0.task = task } }
        if isCancelled { task.cancel() }
    }

    override func cancel() {
        super.cancel()
        state.withLock { $0.task }?.cancel()
    }

    @Sendable func check() throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func finish() {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        state.withLock { state in
            state.isExecuting = false
            state.isFinished = true
            state.task = nil
        }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}

// Closures with results of different types that run concurrently, as far as the queue permits.

extension OperationChain {
    /// Adds two closures with results of different types that run concurrently, as far as the queue permits.
    ///
    ///     .when({ try await readHeight() }, { try await readName() })
    ///     .then { height, name in print(name, height) }
    ///
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same. The next step receives both results.
    public func when<First: Sendable, Second: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second
    ) -> OperationChain<(First, Second)> {
        let values = (ChainValue<First>(), ChainValue<Second>())
        let next = ChainValue<(First, Second)>()
        return adding(
            ChainGroup(
                steps: [taskStep(into: values.0, first), taskStep(into: values.1, second)],
                collect: { next.set((values.0.get(), values.1.get())) }),
            output: next)
    }

    /// Adds three closures with results of different types that run concurrently, as far as the queue permits.
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same.
    ///   - third: A closure that receives the same. The next step receives all three results.
    public func when<First: Sendable, Second: Sendable, Third: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second,
        _ third: @escaping @Sendable (Output) async throws -> Third
    ) -> OperationChain<(First, Second, Third)> {
        let values = (ChainValue<First>(), ChainValue<Second>(), ChainValue<Third>())
        let next = ChainValue<(First, Second, Third)>()
        return adding(
            ChainGroup(
                steps: [
                    taskStep(into: values.0, first), taskStep(into: values.1, second),
                    taskStep(into: values.2, third),
                ],
                collect: { next.set((values.0.get(), values.1.get(), values.2.get())) }),
            output: next)
    }

    /// Adds four closures with results of different types that run concurrently, as far as the queue permits.
    /// - Parameters:
    ///   - first: A closure that receives the result of the previous step.
    ///   - second: A closure that receives the same.
    ///   - third: A closure that receives the same.
    ///   - fourth: A closure that receives the same. The next step receives all four results.
    public func when<First: Sendable, Second: Sendable, Third: Sendable, Fourth: Sendable>(
        _ first: @escaping @Sendable (Output) async throws -> First,
        _ second: @escaping @Sendable (Output) async throws -> Second,
        _ third: @escaping @Sendable (Output) async throws -> Third,
        _ fourth: @escaping @Sendable (Output) async throws -> Fourth
    ) -> OperationChain<(First, Second, Third, Fourth)> {
        let values = (ChainValue<First>(), ChainValue<Second>(), ChainValue<Third>(), ChainValue<Fourth>())
        let next = ChainValue<(First, Second, Third, Fourth)>()
        return adding(
            ChainGroup(
                steps: [
                    taskStep(into: values.0, first), taskStep(into: values.1, second),
                    taskStep(into: values.2, third), taskStep(into: values.3, fourth),
                ],
                collect: { next.set((values.0.get(), values.1.get(), values.2.get(), values.3.get())) }),
            output: next)
    }
}

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
