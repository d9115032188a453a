// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A run of a script on the operator itself.
final class OperatorPlay<Input>: OperatorStage, @unchecked Sendable {
    // Unchecked because a script runs on one thread.
    typealias Upstream = ScriptedPublisher<Int, TestFailure>

    private let history = History()
    private var upstreams: [Upstream] = []
    private var subscriber: HistorySubscriber<Input, TestFailure>!
    private var granted = Subscribers.Demand.none

    /// The result of a script.
    struct Outcome {
        var lines: [String]
        /// The number of values sent by each upstream.
        var sentCounts: [Int]
        /// Whether a value was sent without demand.
        var exceededDemand: Bool
    }

    /// Runs a script.
    static func outcome(
        of script: OperatorScript, on operation: ([Upstream]) -> AnyPublisher<Input, TestFailure>
    ) -> Outcome {
        let play = OperatorPlay()
        play.granted = script.initialDemand
        var exceededDemand = false
        var reactions = script.reactions[...]
        play.upstreams = script.eager.enumerated().map { index, eager in
            Upstream("\(index)", play.history) { upstream, _ in
                guard let eager else { return }
                play.serve(upstream, index, upTo: eager)
            }
        }
        play.subscriber = HistorySubscriber(play.history, demand: script.initialDemand) { _, _ in
            if play.granted == .none { exceededDemand = true } else { play.granted -= 1 }
            guard let reaction = reactions.popFirst() else { return .none }
            for step in reaction.steps { step.play(on: play) }
            play.granted += reaction.answer
            return reaction.answer
        }
        operation(play.upstreams).subscribe(play.subscriber)
        for step in script.steps { step.play(on: play) }
        play.subscriber.cancel()
        defer { (play.upstreams, play.subscriber) = ([], nil) }
        return Outcome(
            lines: play.history.lines, sentCounts: play.upstreams.map(\.sentCount), exceededDemand: exceededDemand)
    }

    private var isServing: Set<Int> = []

    /// Sends the values of an eager upstream one after the other, even if it receives demand within a call.
    private func serve(_ upstream: Upstream, _ index: Int, upTo count: Int) {
        guard isServing.insert(index).inserted else { return }
        while upstream.isSubscribed, upstream.outstanding > .none, upstream.sentCount < count { offer(index) }
        isServing.remove(index)
        if upstream.isSubscribed, upstream.sentCount == count { end(index, failing: false) }
    }

    func offer(_ index: Int) {
        guard upstreams[index].isSubscribed else { return }
        upstreams[index].offer(index * 1000 + upstreams[index].sentCount)
    }

    func send(_ index: Int) {
        guard upstreams[index].isSubscribed else { return }
        upstreams[index].send(index * 1000 + upstreams[index].sentCount)
    }

    func end(_ index: Int, failing: Bool) {
        upstreams[index].send(completion: failing ? .failure("of \(index)") : .finished)
    }

    func request(_ demand: Subscribers.Demand) {
        granted += demand
        subscriber.request(demand)
    }

    func cancel() {
        subscriber.cancel()
    }
}
