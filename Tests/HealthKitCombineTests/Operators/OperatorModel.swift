// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The common part of the models of operators: the upstreams and the downstream, on one thread and without optimizations.
class OperatorModel: OperatorStage {
    struct Upstream {
        /// Whether it has sent its subscription, and neither side has ended it.
        var isSubscribed = false
        var outstanding = Subscribers.Demand.none
        var sentCount = 0
        var isServing = false
    }

    private(set) var lines: [String] = []
    private(set) var upstreams: [Upstream]
    private let script: OperatorScript
    private var reactionIndex = 0

    /// Whether the downstream has cancelled or received the completion.
    private(set) var isOver = false

    init(_ script: OperatorScript) {
        self.script = script
        upstreams = Array(repeating: Upstream(), count: script.eager.count)
    }

    // MARK: The rules, which a model of an operator overrides

    func received(_ value: Int, from index: Int) -> Subscribers.Demand { .none }
    func finished(_ index: Int) {}
    func failed(_ index: Int) {}
    func requested(_ demand: Subscribers.Demand) {}

    // MARK: What the rules are made of

    /// Sends the subscription to the downstream.
    func subscribeDownstream() {
        lines.append("subscribed")
        if script.initialDemand > .none { request(script.initialDemand) }
    }

    /// Receives the subscription of an upstream.
    func subscribe(_ index: Int) {
        upstreams[index].isSubscribed = true
    }

    func ask(_ index: Int, _ demand: Subscribers.Demand) {
        lines.append("\(index) asked \(demand)")
        upstreams[index].outstanding += demand
        guard let eager = script.eager[index], !upstreams[index].isServing else { return }
        upstreams[index].isServing = true
        while upstreams[index].isSubscribed, upstreams[index].outstanding > .none, upstreams[index].sentCount < eager {
            offer(index)
        }
        upstreams[index].isServing = false
        if upstreams[index].isSubscribed, upstreams[index].sentCount == eager { end(index, failing: false) }
    }

    func cancelUpstream(_ index: Int) {
        guard upstreams[index].isSubscribed else { return }
        lines.append("\(index) cancelled")
        upstreams[index].isSubscribed = false
    }

    /// Sends a value downstream.
    /// - Returns: The additional demand of the downstream.
    func deliver(_ value: some CustomStringConvertible) -> Subscribers.Demand {
        lines.append("value \(value)")
        let before = lines.count
        defer { if lines.count != before { lines.append("value \(value) done") } }
        guard reactionIndex < script.reactions.count else { return .none }
        let reaction = script.reactions[reactionIndex]
        reactionIndex += 1
        for step in reaction.steps { step.play(on: self) }
        return reaction.answer
    }

    func tellEnd(_ line: String) {
        isOver = true
        lines.append(line)
    }

    // MARK: The script

    func offer(_ index: Int) {
        if upstreams[index].outstanding > .none { send(index) }
    }

    func send(_ index: Int) {
        guard upstreams[index].isSubscribed else { return }
        let value = index * 1000 + upstreams[index].sentCount
        if upstreams[index].outstanding > .none { upstreams[index].outstanding -= 1 }
        upstreams[index].sentCount += 1
        let answer = received(value, from: index)
        upstreams[index].outstanding += answer
        if answer > .none { lines.append("\(index) answered \(answer)") }
    }

    func end(_ index: Int, failing: Bool) {
        guard upstreams[index].isSubscribed else { return }
        upstreams[index].isSubscribed = false
        if failing { failed(index) } else { finished(index) }
    }

    func request(_ demand: Subscribers.Demand) {
        if !isOver, demand > .none { requested(demand) }
    }

    func cancel() {
        guard !isOver else { return }
        isOver = true
        for index in upstreams.indices { cancelUpstream(index) }
    }
}
