// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthKit

/// A source that reads the health database and reports changes.
final class StoreSource<Output: Sendable>: AnswerSource {
    /// The method of reading an answer.
    enum Reader: Sendable {
        /// Reads on a thread that may block.
        case session(@Sendable (any HealthSession) async throws -> Output)
        /// Reads in a separate task.
        case task(@Sendable () async throws -> Output)
    }

    private struct State {
        var reader: Reader?
        var changes: ChangeSubscription?
        var task: Task<Void, Never>?
    }

    let isAsked = true
    let delivery = AnswerDelivery.direct
    private let context: HealthContext
    private let interest: ChangeInterest
    private let state: Guarded<State>

    init(of context: HealthContext, _ interest: ChangeInterest, _ reader: Reader) {
        self.context = context
        self.interest = interest
        state = Guarded(State(reader: reader))
    }

    func begin(for question: LiveQuestion<Output>) {
        let interest = interest
        context.perform { [weak question] session in
            try await session.subscribe { [weak question] range in
                if interest.contains(range) { question?.change() }
            }
        } completion: { [self, weak question] (result: Result<ChangeSubscription, any Error>) in
            switch result {
            case .success(let changes):
                // Subscribes before the first read, so that no change in between is missed.
                if keep(changes) { question?.listens() }
            case .failure(let error): question?.fail(error)
            }
        }
    }

    func ask(for question: LiveQuestion<Output>) {
        state.withLock { state in
            // The lock is held, because the task may answer immediately and start the next task on its thread. This task must not
            // replace that one, or the end would cancel the wrong task.
            switch state.reader {
            case .session(let read): state.task = task(read, for: question)
            case .task(let value): state.task = Self.task(value, for: question)
            case nil: break
            }
        }
    }

    private static func task(
        _ value: @escaping @Sendable () async throws -> Output, for question: LiveQuestion<Output>
    ) -> Task<Void, Never> {
        Task.detached { [weak question] in
            let result: Result<Output, any Error>
            do {
                result = .success(try await value())
            } catch {
                result = .failure(error)
            }
            question?.answer(result)
        }
    }

    private func task(
        _ read: @escaping @Sendable (any HealthSession) async throws -> Output, for question: LiveQuestion<Output>
    ) -> Task<Void, Never> {
        context.perform { session in
            do {
                return try await read(session)
            } catch {
                throw HKError(storeError: error)
            }
        } completion: { [weak question] (result: Result<Output, any Error>) in
            question?.answer(result)
        }
    }

    func end() {
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        last.changes?.cancel()
        last.task?.cancel()
    }

    /// Keeps a subscription, or ends it if it is no longer needed.
    private func keep(_ changes: ChangeSubscription) -> Bool {
        let isEnded = state.withLock { state in
            if state.reader == nil { return true }
            state.changes = changes
            return false
        }
        if isEnded { changes.cancel() }
        return !isEnded
    }
}
