// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim

// Futures as promises: one step after the other, with one handler for errors.
//
//     availableType(height)
//         .then { writeSample(sample) }
//         .then { show("Saved!") }
//         .catch { error in show(error.localizedDescription) }
//
// A future begins when it is made, and so does each step as soon as the one before it has succeeded. There is no need to keep
// the futures or a cancellable: what is under way keeps the steps that wait for it, until it settles. The closures run on the main queue
// unless another one is named, are called at most once, and are let go of when the step has settled.

extension Future {
    /// Adds a step that begins when this one has succeeded.
    /// - Parameters:
    ///   - queue: the queue on which the closure is called.
    ///   - next: receives the value, and returns the publisher to wait for: a `Future` or any other publisher, whose first value
    ///     counts. An error that it throws is the failure of the step.
    /// - Returns: the value of that publisher, or the first failure of the steps. A publisher that ends without a value fails with
    ///   ``PromiseError/noValue``.
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

    /// Adds a step that returns its result at once, or none.
    /// - Parameters:
    ///   - queue: the queue on which the closure is called.
    ///   - body: receives the value. An error that it throws is the failure of the step.
    /// - Returns: the result of the closure, or the first failure of the steps.
    @discardableResult public func then<Value>(
        on queue: DispatchQueue = .main, _ body: @escaping (Output) throws -> Value
    ) -> Future<Value, any Error> {
        Future<Value, any Error> { promise in
            self.settled(on: queue) { result in
                promise(Result { try body(result.get()) })
            }
        }
    }

    /// Adds a handler of errors in any of the steps before.
    /// - Parameters:
    ///   - queue: the queue on which the closure is called.
    ///   - handler: receives the failure; not called if all steps succeed.
    /// - Returns: a future that succeeds in either case, once the steps are over and the handler has returned.
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

    /// Runs a closure in either case, when the previous steps have ended.
    /// - Parameters:
    ///   - queue: where the closure is called.
    ///   - body: the closure.
    /// - Returns: a future with the same value or failure as this one, once the closure has returned.
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
            // A future does not end without a result.
            guard let result else { return }
            let call = HandedOver { body(result) }
            queue.async { call.body() }
        }
        subscribe(first)
    }
}

/// Unchecked because it passes from the thread that settles the future to the queue that the caller chose, and is called there
/// once; the operators of Combine accept such closures too, without a guarantee about threads.
private struct HandedOver: @unchecked Sendable {
    let body: () -> Void
}
