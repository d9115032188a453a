// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthAccess
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession

/// A source of the answers of a live query. It is created for one ``LiveQuestion``, begun once and ended once.
///
/// It reports to the question from any thread, and references it weakly.
protocol AnswerSource<Output>: AnyObject, Sendable {
    associatedtype Output: Sendable

    /// Whether each answer has to be requested after the source has reported a change. Otherwise the source answers by itself.
    var isAsked: Bool { get }

    /// The context in which subscribers are called.
    var delivery: AnswerDelivery { get }

    /// Begins on the first demand. A source whose answers are requested calls ``LiveQuestion/listens()`` when it reports all
    /// further changes.
    func begin(for question: LiveQuestion<Output>)

    /// Requests an answer. Not called again before the answer is available.
    func ask(for question: LiveQuestion<Output>)

    /// Ends the source and releases its resources. Called on any thread; later reports are ignored.
    func end()
}

/// The context in which the subscribers of a live query are called.
enum AnswerDelivery: Sendable {
    /// The context in which the answer was received or requested.
    case direct
    /// The context of a GRDB scheduler.
    case scheduled(any ValueObservationScheduler)

    /// Runs work for a subscriber during its subscription, before it can request its first value.
    func first(_ work: @escaping @Sendable () -> Void) {
        if case .scheduled(let scheduler) = self, !scheduler.immediateInitialValue() {
            scheduler.schedule(work)
        } else {
            work()
        }
    }

    /// Runs work for an existing subscriber.
    func later(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .direct: work()
        case .scheduled(let scheduler): scheduler.schedule(work)
        }
    }
}

/// A source with the values of an observation of a GRDB database, which reads by itself.
final class ObservationSource<Reducer: ValueReducer>: AnswerSource {
    private enum State {
        case new, running(AnyDatabaseCancellable), ended
    }

    let isAsked = false
    let delivery: AnswerDelivery
    private let observation: ValueObservation<Reducer>
    private let reader: any DatabaseReader
    private let scheduler: any ValueObservationScheduler
    private let state = Guarded(State.new)

    init(
        _ observation: ValueObservation<Reducer>, in reader: any DatabaseReader,
        scheduling scheduler: any ValueObservationScheduler
    ) {
        delivery = .scheduled(scheduler)
        self.observation = observation
        self.reader = reader
        self.scheduler = scheduler
    }

    func begin(for question: LiveQuestion<Reducer.Value>) {
        let observing = start(scheduler, question)
        let isEnded = state.withLock { state in
            // The subscriber may have canceled after the first value.
            if case .ended = state { return true }
            state = .running(observing)
            return false
        }
        if isEnded { observing.cancel() }
    }

    private func start(
        _ scheduler: some ValueObservationScheduler, _ question: LiveQuestion<Reducer.Value>
    ) -> AnyDatabaseCancellable {
        observation.start(
            in: reader, scheduling: scheduler,
            onError: { [weak question] error in question?.fail(error) },
            onChange: { [weak question] value in question?.answer(value) })
    }

    /// Has no effect, because the observation reads by itself.
    func ask(for question: LiveQuestion<Reducer.Value>) {}

    func end() {
        let last = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .running(let observing) = last { observing.cancel() }
    }
}

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
