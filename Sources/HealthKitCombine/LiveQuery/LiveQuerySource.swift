// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthAccess
import OpenHealthKit
import OpenHealthModel
import OpenHealthSession

/// A source of the results of a live query. It is created for one ``LiveQueryRun``, begun once and ended once.
///
/// It reports to the run from any thread, and references it weakly.
protocol LiveQuerySource<Output>: AnyObject, Sendable {
    associatedtype Output: Sendable

    /// Whether each result has to be requested after the source has reported a change. Otherwise the source reads by itself.
    var isAsked: Bool { get }

    /// The context in which subscribers are called.
    var delivery: DeliveryContext { get }

    /// Begins on the first demand. A source whose results are requested calls ``LiveQueryRun/listens()`` when it reports all
    /// further changes.
    func begin(for run: LiveQueryRun<Output>)

    /// Requests a result. Not called again before the result is available.
    func ask(for run: LiveQueryRun<Output>)

    /// Ends the source and releases its resources. Called on any thread; later reports are ignored.
    func end()
}

/// The context in which the subscribers of a live query are called.
enum DeliveryContext: Sendable {
    /// The context in which the result was received or requested.
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
final class ObservationSource<Reducer: ValueReducer>: LiveQuerySource {
    private enum State {
        case new, running(AnyDatabaseCancellable), ended
    }

    let isAsked = false
    let delivery: DeliveryContext
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

    func begin(for run: LiveQueryRun<Reducer.Value>) {
        let observing = start(scheduler, run)
        let isEnded = state.withLock { state in
            // The subscriber may have canceled after the first value.
            if case .ended = state { return true }
            state = .running(observing)
            return false
        }
        if isEnded { observing.cancel() }
    }

    private func start(
        _ scheduler: some ValueObservationScheduler, _ run: LiveQueryRun<Reducer.Value>
    ) -> AnyDatabaseCancellable {
        observation.start(
            in: reader, scheduling: scheduler,
            onError: { [weak run] error in run?.fail(error) },
            onChange: { [weak run] value in run?.accept(value) })
    }

    /// Has no effect, because the observation reads by itself.
    func ask(for run: LiveQueryRun<Reducer.Value>) {}

    func end() {
        let last = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .running(let observing) = last { observing.cancel() }
    }
}

/// A source that reads the health database and reports changes.
final class StoreSource<Output: Sendable>: LiveQuerySource {
    /// The method of reading a result.
    enum Reader: Sendable {
        /// Reads on a thread that may block.
        case access(@Sendable (any HealthAccess) async throws -> Output)
        /// Reads in a separate task.
        case task(@Sendable () async throws -> Output)
    }

    private struct State {
        var reader: Reader?
        var changes: ChangeSubscription?
        var task: Task<Void, Never>?
    }

    let isAsked = true
    let delivery = DeliveryContext.direct
    private let context: HealthContext
    private let interest: ChangeInterest
    private let state: Guarded<State>

    init(of context: HealthContext, _ interest: ChangeInterest, _ reader: Reader) {
        self.context = context
        self.interest = interest
        state = Guarded(State(reader: reader))
    }

    func begin(for run: LiveQueryRun<Output>) {
        let interest = interest
        context.perform { [weak run] access in
            try await access.subscribe { [weak run] range in
                if interest.contains(range) { run?.change() }
            }
        } completion: { [self, weak run] (result: Result<ChangeSubscription, any Error>) in
            switch result {
            case .success(let changes):
                // Subscribes before the first read, so that no change in between is missed.
                if keep(changes) { run?.listens() }
            case .failure(let error): run?.fail(error)
            }
        }
    }

    func ask(for run: LiveQueryRun<Output>) {
        state.withLock { state in
            // The lock is held, because the task may return immediately and start the next task on its thread. This task must not
            // replace that one, or the end would cancel the wrong task.
            switch state.reader {
            case .access(let read): state.task = task(read, for: run)
            case .task(let value): state.task = Self.task(value, for: run)
            case nil: break
            }
        }
    }

    private static func task(
        _ value: @escaping @Sendable () async throws -> Output, for run: LiveQueryRun<Output>
    ) -> Task<Void, Never> {
        Task.detached { [weak run] in
            let result: Result<Output, any Error>
            do {
                result = .success(try await value())
            } catch {
                result = .failure(error)
            }
            run?.accept(result)
        }
    }

    private func task(
        _ read: @escaping @Sendable (any HealthAccess) async throws -> Output, for run: LiveQueryRun<Output>
    ) -> Task<Void, Never> {
        context.perform { access in
            do {
                return try await read(access)
            } catch {
                throw HKError(storeError: error)
            }
        } completion: { [weak run] (result: Result<Output, any Error>) in
            run?.accept(result)
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
