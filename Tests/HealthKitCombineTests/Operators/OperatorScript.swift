// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import OpenCombineShim

/// A random sequence of events: the external actions of upstreams and the downstream, and the actions of the downstream within
/// each call.
struct OperatorScript: CustomStringConvertible {
    /// The response of the downstream to a value: the steps within the call, and its return value.
    struct Reaction {
        var steps: [OperatorStep] = []
        var answer = Subscribers.Demand.none
    }

    var initialDemand: Subscribers.Demand
    /// The number of values that each upstream sends immediately on demand, followed by the completion; `nil` if it sends only
    /// in steps.
    var eager: [Int?]
    var steps: [OperatorStep]
    /// The reactions to the first value, the second and so on; there is no reaction to later values.
    var reactions: [Reaction]

    /// - Parameter isObedient: Whether upstreams never exceed the demand.
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

    /// - Parameter rarely: The inverse of the frequency of steps that end something.
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
