// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenCombineShim
import OpenHealthModel

// Futures as promises: sequential steps with one handler for errors.
//
//     availableType(height)
//         .then { writeSample(sample) }
//         .then { show("Saved!") }
//         .catch { error in show(error.localizedDescription) }
//
// A future begins when it is created, and each step begins when the previous one has succeeded. Neither the futures nor a
// cancellable need to be retained: a step in progress retains the steps that wait for it until it settles. The closures run on
// the main queue by default, are called at most once, and are released when the step has settled.

extension Future {
    /// Adds a step that begins when this one has succeeded.
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - next: A closure that receives the value and returns the publisher to wait for: a `Future` or any other publisher,
    ///     whose first value is used. An error that it throws is the failure of the step.
    /// - Returns: The value of that publisher, or the first failure of the steps. A publisher that ends without a value fails
    ///   with ``PromiseError/noValue``.
    @discardableResult public func then<Next: Publisher>(
        on queue: DispatchQueue = .main, _ next: @escaping (Output) throws -> Next
    ) -> Future<Next.Output, any Error> {
        Future<Next.Output, any Error> { promise in
            self.settled(on: queue) { result in
                do {
                    let publisher = try next(result.get())
                    publisher.subscribe(
                        FirstValue<Next.Output, Next.Failure> { result in
                            promise(result.map { $0.mapError { $0 } } ?? .failure(PromiseError.noValue))
                        })
                } catch {
                    promise(.failure(error))
                }
            }
        }
    }

    /// Adds a step that returns its result directly, or has no result.
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - body: A closure that receives the value. An error that it throws is the failure of the step.
    /// - Returns: The result of the closure, or the first failure of the steps.
    @discardableResult public func then<Value>(
        on queue: DispatchQueue = .main, _ body: @escaping (Output) throws -> Value
    ) -> Future<Value, any Error> {
        Future<Value, any Error> { promise in
            self.settled(on: queue) { result in
                promise(Result { try body(result.get()) })
            }
        }
    }

    /// Adds a handler for errors of all previous steps.
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - handler: A closure that receives the failure; not called if all steps succeed.
    /// - Returns: A future that succeeds in either case, after the steps have ended and the handler has returned.
    @discardableResult public func `catch`(
        on queue: DispatchQueue = .main, _ handler: @escaping (Failure) -> Void
    ) -> Future<Void, Never> {
        Future<Void, Never> { promise in
            self.settled(on: queue) { result in
                if case .failure(let error) = result { handler(error) }
                promise(.success(()))
            }
        }
    }

    /// Runs a closure when the previous steps have ended, whether or not they succeeded.
    /// - Parameters:
    ///   - queue: The queue on which the closure is called.
    ///   - body: The closure.
    /// - Returns: A future with the same value or failure as this one, which settles after the closure has returned.
    @discardableResult public func finally(
        on queue: DispatchQueue = .main, _ body: @escaping () -> Void
    ) -> Future<Output, Failure> {
        Future { promise in
            self.settled(on: queue) { result in
                body()
                promise(result)
            }
        }
    }

    private func settled(on queue: DispatchQueue, _ body: @escaping (Result<Output, Failure>) -> Void) {
        let first = FirstValue<Output, Failure> { result in
            // A future does not complete without a result.
            guard let result else { return }
            let call = HandedOver { body(result) }
            queue.async { call.body() }
        }
        subscribe(first)
    }
}

/// Unchecked because the closure is passed from the thread that settles the future to the queue of the caller, and is called
/// there once; the operators of Combine also accept such closures without requirements about threads.
private struct HandedOver: @unchecked Sendable {
    let body: () -> Void
}

/// A subscriber that waits for the first value of a publisher or its completion, and then cancels the subscription.
///
/// The publisher retains it as long as it can send values.
final class FirstValue<Input, Failure: Error>: Subscriber {
    private struct State {
        var settle: ((Result<Input, Failure>?) -> Void)?
        var subscription: (any Subscription)?
    }

    private let state: Guarded<State>

    /// - Parameter settle: A closure that is called once, with nil if the publisher ends without a value.
    init(_ settle: @escaping (Result<Input, Failure>?) -> Void) {
        state = Guarded(State(settle: settle))
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { state in
            guard state.settle != nil, state.subscription == nil else { return false }
            state.subscription = subscription
            return true
        }
        if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        end(.success(input), isOver: false)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: end(nil, isOver: true)
        case .failure(let error): end(.failure(error), isOver: true)
        }
    }

    private func end(_ result: Result<Input, Failure>?, isOver: Bool) {
        let (settle, subscription) = state.withLock { state in
            defer { state = State() }
            return (state.settle, state.subscription)
        }
        if !isOver { subscription?.cancel() }
        settle?(result)
    }
}

/// An error of a promise that is not an error of a step.
public enum PromiseError: Error, Hashable, CustomStringConvertible {
    /// A step waited for a publisher that ended without a value.
    case noValue

    /// A description in one line: the problem and its remedy.
    public var description: String {
        "the publisher that a step waited for ended without a value; let it send one, or end with a value of its own choice"
    }
}

extension PromiseError: LocalizedError {
    /// The description.
    public var errorDescription: String? { description }
}
