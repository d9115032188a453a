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
        var hasAnswer = false
        var answerBytes: Int?
        /// The total duration of the calls so far.
        var spent = Duration.zero
        var cleanups: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    /// Whether the answer is being sent in parts.
    var isStreaming: Bool { state.withLock(\.isStreaming) }

    /// The number of bytes of the answer in memory, if they differ from its length.
    var answerBytes: Int? { state.withLock(\.answerBytes) }

    /// Sets the number of bytes in memory of an answer that is written in parts.
    func noteAnswer(bytes: Int) {
        state.withLock { $0.answerBytes = bytes }
    }

    /// Returns whether this is the first call for the answer, which is not being sent yet.
    func beginAnswer() -> Bool {
        state.withLock { state in
            defer { state.hasAnswer = true }
            return !state.hasAnswer && !state.isStreaming
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

    /// Marks the beginning of an answer that is sent in parts. From now on, each part has the time limit of a request.
    func beginStreaming() {
        state.withLock { $0.isStreaming = true }
    }

    /// Runs a closure once the request has been answered.
    func whenAnswered(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.cleanups.append(body) }
    }

    /// Runs the closures that wait for the answer.
    func noteAnswered() {
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
