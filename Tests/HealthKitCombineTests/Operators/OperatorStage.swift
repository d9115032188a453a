// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// A target on which a script runs: an operator between scripted upstreams and a subscriber, or a model of it.
protocol OperatorStage: AnyObject {
    /// Sends the next value of an upstream if there is demand.
    func offer(_ index: Int)
    /// Sends the next value of an upstream regardless of demand.
    func send(_ index: Int)
    func end(_ index: Int, failing: Bool)
    func request(_ demand: Subscribers.Demand)
    func cancel()
}

/// A step of a script by an upstream or the downstream.
enum OperatorStep {
    case offer(Int)
    case send(Int)
    case end(Int, failing: Bool)
    case request(Subscribers.Demand)
    case cancel

    func play(on stage: some OperatorStage) {
        switch self {
        case .offer(let index): stage.offer(index)
        case .send(let index): stage.send(index)
        case .end(let index, let failing): stage.end(index, failing: failing)
        case .request(let demand): stage.request(demand)
        case .cancel: stage.cancel()
        }
    }
}
