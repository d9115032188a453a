// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

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
