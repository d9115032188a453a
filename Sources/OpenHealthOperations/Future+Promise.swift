// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import OpenCombineShim

// Futures as promises: one thing after the other, with one place for what goes wrong.
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
    /// The next step, which begins when this one has succeeded.
    /// - Parameters:
    ///   - queue: where the closure is called.
    ///   - next: gets the value, and gives what to wait for: a `Future` or any other publisher, of which the first value
    ///     counts. What it throws is the failure of the step.
    /// - Returns: the value of that publisher, or the first failure on the way. A publisher that ends without a value fails with
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

    /// The next step, which has its result at once, or none.
    /// - Parameters:
    ///   - queue: where the closure is called.
    ///   - body: gets the value. What it throws is the failure of the step.
    /// - Returns: what the closure returns, or the first failure on the way.
    @discardableResult public func then<Value>(
        on queue: DispatchQueue = .main, _ body: @escaping (Output) throws -> Value
    ) -> Future<Value, any Error> {
        Future<Value, any Error> { promise in
            self.settled(on: queue) { result in
                promise(Result { try body(result.get()) })
            }
        }
    }

    /// The place for what goes wrong in any of the steps before.
    /// - Parameters:
    ///   - queue: where the closure is called.
    ///   - handler: gets the failure; not called where all steps succeed.
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

/// Unchecked because it is handed from the thread that settles the future to the queue that the caller chose, and is called
/// there once; the operators of Combine take such closures too, without a promise about threads.
private struct HandedOver: @unchecked Sendable {
    let body: () -> Void
}
