// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import OpenCombineShim

/// A random course of events: what upstreams and the downstream do from outside, and what the downstream does from
/// within each call.
struct OperatorScript: CustomStringConvertible {
    /// The response of the downstream to a value: the steps from within the call, then its answer.
    struct Reaction {
        var steps: [OperatorStep] = []
        var answer = Subscribers.Demand.none
    }

    var initialDemand: Subscribers.Demand
    /// The number of values each upstream sends by itself as soon as it is asked; the last is followed by the end.
    var eager: [Int?]
    var steps: [OperatorStep]
    /// For the first value, the second and so on; no reaction to those after the last.
    var reactions: [Reaction]

    /// - Parameter isObedient: whether upstreams send only what they are asked for, and only one at a time.
    init(upstreamCount: Int, isObedient: Bool, using generator: inout SeededGenerator) {
        initialDemand = Self.demand(using: &generator)
        eager = (0..<upstreamCount).map { _ in generator.below(4) == 0 ? generator.below(4) : nil }
        steps = (0..<generator.below(40)).map { _ in
            Self.step(upstreamCount, isObedient: isObedient, rarely: 12, using: &generator)
        }
        reactions = (0..<generator.below(12)).map { _ in
            Reaction(
                steps: (0..<[0, 0, 0, 0, 1, 1, 2][generator.below(7)]).map { _ in
                    Self.step(upstreamCount, isObedient: isObedient, rarely: 30, using: &generator)
                },
                answer: Self.demand(using: &generator))
        }
    }

    var description: String {
        let inside = reactions.map { "\($0.steps) \($0.answer)" }
        return "initially \(initialDemand), eager \(eager), \(steps), reactions \(inside)"
    }

    /// - Parameter rarely: one in so many ends something.
    private static func step(
        _ upstreamCount: Int, isObedient: Bool, rarely: Int, using generator: inout SeededGenerator
    ) -> OperatorStep {
        let index = generator.below(upstreamCount)
        switch generator.below(rarely) {
        case 0:
            switch generator.below(8) {
            case 0: return .cancel
            case 1: return .end(index, failing: true)
            default: return .end(index, failing: false)
            }
        case let kind where kind.isMultiple(of: 3): return .request(demand(using: &generator))
        default: return isObedient || generator.below(6) > 0 ? .offer(index) : .send(index)
        }
    }

    private static func demand(using generator: inout SeededGenerator) -> Subscribers.Demand {
        switch generator.below(24) {
        case 0: .unlimited
        case 1...8: .none
        case 9...18: .max(1)
        default: .max(generator.below(4))
        }
    }
}
