// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Records the calls of a query's handler, and allows a test to wait for the next call without sleeping.
///
///     let recorder = QueryRecorder<[HKSample]>()
///     let query = HKSampleQuery(
///         sampleType: type, predicate: nil, limit: HKObjectQueryNoLimit, sortDescriptors: nil,
///         resultsHandler: recorder.handler())
///     store.execute(query)
///     let samples = try await recorder.next()
///
/// Calls are kept until they are read. The recorder is also a sequence: `for try await samples in recorder`.
public final class QueryRecorder<Value: Sendable>: AsyncSequence, Sendable {
    /// An error that is thrown if no call occurred within the time limit.
    public struct TimedOut: Error, CustomStringConvertible {
        /// The time limit.
        public let limit: Duration

        /// A description of the failure.
        public var description: String { "The query called no handler within \(limit)." }
    }

    private typealias Waiter = CheckedContinuation<Result<Value, any Error>?, Never>

    private struct State {
        var calls: [Result<Value, any Error>] = []
        /// The number of calls that have been read.
        var taken = 0
        /// The waits whose time limit was reached before they began.
        var late: Set<UUID> = []
        var waiting: [(id: UUID, continuation: Waiter)] = []
    }

    private let state = Guarded(State())

    /// Creates an empty recorder.
    public init() {}

    /// All calls that were recorded so far.
    public var calls: [Result<Value, any Error>] { state.withLock { $0.calls } }

    // MARK: Recording

    /// Records the result of a call of any handler.
    public func record(_ call: Result<Value, any Error>) {
        let waiter: Waiter? = state.withLock { state in
            state.calls.append(call)
            guard !state.waiting.isEmpty else { return nil }
            state.taken += 1
            return state.waiting.removeFirst().continuation
        }
        waiter?.resume(returning: call)
    }

    /// Records a value.
    public func record(_ value: Value) {
        record(.success(value))
    }

    /// Returns a handler with the parameters of most queries: the query, the result, and the error.
    public func handler<Query>() -> @Sendable (Query, Value?, (any Error)?) -> Void {
        { _, value, error in
            if let value, error == nil { return self.record(.success(value)) }
            self.record(.failure(error ?? NothingRecorded()))
        }
    }

    /// Returns a completion handler with a result and an error.
    public func completion() -> @Sendable (Value, (any Error)?) -> Void {
        { value, error in self.record(error.map(Result.failure) ?? .success(value)) }
    }

    // MARK: Waiting

    /// Returns the next unread result; waits for it if necessary.
    /// - Parameter limit: The time limit. It applies only in case of a failure, so it can be generous.
    /// - Throws: The error of the query's handler; TimedOut if there was no call; or `CancellationError`.
    public func next(timeout limit: Duration = .seconds(120)) async throws -> Value {
        let id = UUID()
        let timer = Task {
            try await Task.sleep(for: limit)
            self.giveUp(id)
        }
        defer {
            timer.cancel()
            _ = state.withLock { $0.late.remove(id) }
        }
        let call = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in wait(id, continuation) }
        } onCancel: {
            giveUp(id)
        }
        guard let call else {
            try Task.checkCancellation()
            throw TimedOut(limit: limit)
        }
        return try call.get()
    }

    /// An iterator that waits for the results sequentially.
    public struct Iterator: AsyncIteratorProtocol {
        let recorder: QueryRecorder<Value>

        /// Returns the next result; see ``QueryRecorder/next(timeout:)``.
        public mutating func next() async throws -> Value? { try await recorder.next() }
    }

    /// Creates an iterator over the results.
    public func makeAsyncIterator() -> Iterator { Iterator(recorder: self) }

    private func wait(_ id: UUID, _ continuation: Waiter) {
        let call: Result<Value, any Error>?? = state.withLock { state in
            if state.taken < state.calls.count {
                state.taken += 1
                return state.calls[state.taken - 1]
            }
            if Task.isCancelled || state.late.remove(id) != nil { return .some(nil) }
            state.waiting.append((id, continuation))
            return nil
        }
        if let call { continuation.resume(returning: call) }
    }

    private func giveUp(_ id: UUID) {
        let waiter: Waiter? = state.withLock { state in
            if let place = state.waiting.firstIndex(where: { $0.id == id }) {
                return state.waiting.remove(at: place).continuation
            }
            state.late.insert(id)
            return nil
        }
        waiter?.resume(returning: nil)
    }
}

/// A handler was called with neither a result nor an error.
private struct NothingRecorded: Error, CustomStringConvertible {
    var description: String { "The query called its handler with neither a result nor an error." }
}
