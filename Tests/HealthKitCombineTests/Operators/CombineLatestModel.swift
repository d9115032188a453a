// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A simple model of a combination of latest values.
final class CombineLatestModel: OperatorModel {
    private var latest: [Int?]
    private var demand = Subscribers.Demand.none
    private var isInsideCall = false
    private var hasSubscribed = false
    private var finishedCount = 0
    private var early: String?

    override init(_ script: OperatorScript) {
        latest = Array(repeating: nil, count: script.eager.count)
        super.init(script)
    }

    static func lines(of script: OperatorScript) -> [String] {
        let model = CombineLatestModel(script)
        for index in model.upstreams.indices { model.subscribe(index) }
        model.subscribeDownstream()
        model.hasSubscribed = true
        if !model.isOver, let early = model.early { model.tellEnd(early) }
        for step in script.steps { step.play(on: model) }
        model.cancel()
        return model.lines
    }

    override func received(_ value: Int, from index: Int) -> Subscribers.Demand {
        latest[index] = value
        let values = latest.compactMap { $0 }
        if isInsideCall || demand == .none || values.count < latest.count { return .none }
        demand -= 1
        isInsideCall = true
        let answer = deliver(values)
        isInsideCall = false
        if isOver || early != nil { return isOver ? .none : answer }
        if answer > .none, demand != .unlimited {
            demand += answer
            askAll(answer, but: index)
        }
        return answer
    }

    override func requested(_ more: Subscribers.Demand) {
        if early != nil { return }
        demand += more
        askAll(more)
    }

    private func askAll(_ more: Subscribers.Demand, but sender: Int? = nil) {
        let others = upstreams.indices.filter { upstreams[$0].isSubscribed && $0 != sender }
        for index in others { ask(index, more) }
    }

    override func finished(_ index: Int) {
        finishedCount += 1
        if finishedCount == upstreams.count { told("finished") }
    }

    override func failed(_ index: Int) {
        for other in upstreams.indices { cancelUpstream(other) }
        told("failed of \(index)")
    }

    private func told(_ end: String) {
        if hasSubscribed { tellEnd(end) } else { early = early ?? end }
    }
}
