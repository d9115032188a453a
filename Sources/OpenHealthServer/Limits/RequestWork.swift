// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The uses of the store by one request. They end when the client disconnects, and share a time limit.
final class RequestWork: Sendable {
    private struct State {
        var works: [ObjectIdentifier: StoreWork] = [:]
        var isEnded = false
        var isStreaming = false
        var hasResponse = false
        var responseBytes: Int?
        /// The total duration of the calls so far.
        var spent = Duration.zero
        var cleanups: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Whether the response is being sent in parts.
    var isStreaming: Bool { state.withLock(\.isStreaming) }

    /// The number of bytes of the response in memory, if they differ from its length.
    var responseBytes: Int? { state.withLock(\.responseBytes) }

    /// Sets the number of bytes in memory of a response that is written in parts.
    func noteResponse(bytes: Int) {
        state.withLock { $0.responseBytes = bytes }
    }

    /// Returns whether this is the first call for the response, which is not being sent yet.
    func beginResponse() -> Bool {
        state.withLock { state in
            defer { state.hasResponse = true }
            return !state.hasResponse && !state.isStreaming
        }
    }

    /// Ends all current and future uses of the store by the request.
    func end() {
        let works = state.withLock { state in
            state.isEnded = true
            return Array(state.works.values)
        }
        for work in works { work.cancel() }
    }

    /// Marks the beginning of a response that is sent in parts. From now on, each part has the time limit of a request.
    func beginStreaming() {
        state.withLock { $0.isStreaming = true }
    }

    /// Runs a closure once the request has been answered.
    func whenResponded(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.cleanups.append(body) }
    }

    /// Runs the closures that wait for the response.
    func noteResponded() {
        let cleanups = state.withLock { state in
            defer { state.cleanups = [] }
            return state.cleanups
        }
        for cleanup in cleanups { cleanup() }
    }

    /// Returns the remaining seconds of a limit.
    func secondsLeft(of limit: Int) -> Double {
        state.withLock { state in
            state.isStreaming ? Double(limit) : max(0, Double(limit) - state.spent / .seconds(1))
        }
    }

    /// Runs a closure with a use of the store that ends with the request.
    /// - Parameter clock: The clock of the time limit.
    func using<T: Sendable>(
        _ work: StoreWork, clock: AnyClock, _ body: () async throws -> T
    ) async throws -> T {
        let begin = clock.now
        let isEnded = state.withLock { state in
            state.works[ObjectIdentifier(work)] = work
            return state.isEnded
        }
        if isEnded { work.cancel() }
        defer {
            state.withLock { state in
                state.works[ObjectIdentifier(work)] = nil
                state.spent += begin.duration(to: clock.now)
            }
        }
        return try await withTaskCancellationHandler {
            try await body()
        } onCancel: {
            work.cancel()
        }
    }
}
