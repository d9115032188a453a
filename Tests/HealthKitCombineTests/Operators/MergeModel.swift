// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A simple model of a merge.
final class MergeModel: OperatorModel {
    private var held: [Int?]
    private var isUnlimited: [Bool]
    private var demand = Subscribers.Demand.none
    private var isSendingHeld = false

    override init(_ script: OperatorScript) {
        held = Array(repeating: nil, count: script.eager.count)
        isUnlimited = Array(repeating: false, count: script.eager.count)
        super.init(script)
    }

    static func lines(of script: OperatorScript) -> [String] {
        let model = MergeModel(script)
        model.subscribeDownstream()
        for index in model.upstreams.indices where !model.isOver {
            model.subscribe(index)
            model.isUnlimited[index] = model.demand == .unlimited
            model.ask(index, model.isUnlimited[index] ? .unlimited : .max(1))
        }
        for step in script.steps { step.play(on: model) }
        model.cancel()
        return model.lines
    }

    private var finishedCount = 0

    override func received(_ value: Int, from index: Int) -> Subscribers.Demand {
        guard demand > .none, held[index] == nil else {
            held[index] = value
            return .none
        }
        demand -= 1
        let answer = deliver(value)
        if isOver { return .none }
        demand += answer
        let passedOn: Subscribers.Demand = isUnlimited[index] ? answer : demand == .unlimited ? .unlimited : .max(1)
        isUnlimited[index] = demand == .unlimited
        if answer > .none { sendHeld() }
        return passedOn
    }

    override func requested(_ more: Subscribers.Demand) {
        if demand == .unlimited { return }
        demand += more
        sendHeld()
    }

    private func sendHeld() {
        if isSendingHeld { return }
        isSendingHeld = true
        var sent: [Int] = []
        while !isOver, demand > .none, let index = held.firstIndex(where: { $0 != nil }) {
            let value = held[index]!
            held[index] = nil
            demand -= 1
            demand += deliver(value)
            sent.append(index)
        }
        isSendingHeld = false
        finishIfDone()
        if isOver { return }
        // All requests are determined before the first one is made.
        var asks: [(Int, Subscribers.Demand)] = []
        for index in upstreams.indices where upstreams[index].isSubscribed && !isUnlimited[index] && held[index] == nil
        {
            isUnlimited[index] = demand == .unlimited
            if isUnlimited[index] {
                asks.append((index, .unlimited))
            } else if sent.contains(index) {
                asks.append((index, .max(1)))
            }
        }
        for (index, more) in asks { ask(index, more) }
    }

    override func finished(_ index: Int) {
        finishedCount += 1
        finishIfDone()
    }

    private func finishIfDone() {
        if !isOver, finishedCount == upstreams.count, held.allSatisfy({ $0 == nil }) { tellEnd("finished") }
    }

    override func failed(_ index: Int) {
        for other in upstreams.indices { cancelUpstream(other) }
        tellEnd("failed of \(index)")
    }
}
