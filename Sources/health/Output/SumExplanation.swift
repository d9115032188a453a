// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// How a sum came about, worked out from its stretches.
struct SumExplanation {
    /// The contribution of one source.
    struct Share {
        /// An amount that was left out, and the reason.
        struct LeftOut {
            /// Why.
            let reason: StatisticsExplanation.LeftOut.Reason
            /// How much.
            var amount: Double
        }

        /// The place of the source, 1 for the best.
        let rank: Int
        /// The source and why it stands there.
        let ranked: RankedSource
        /// The number of its samples.
        var samples = 0
        /// The amount that counted.
        var counted = 0.0
        /// The amounts that were left out.
        var leftOut: [LeftOut] = []
    }

    /// The type.
    let type: ExplainedType
    /// The stretch of time that was asked for.
    let span: SpanText
    /// The unit of the amounts.
    let unit: ShownUnit
    /// The explanation of the store, with amounts in ``unit``.
    let explanation: StatisticsExplanation
    /// The contributions of the sources with samples, the best first.
    let shares: [Share]

    /// - Parameters:
    ///   - counts: how many samples each source has, by its number.
    ///   - ranked: the sources that have an order for the type; those that never had anything of it are of no interest.
    init(
        _ explanation: StatisticsExplanation, counts: [Int64: Int], ranked: [RankedSource], type: ExplainedType,
        span: SpanText, unit: ShownUnit
    ) {
        self.type = type
        self.span = span
        self.unit = unit
        var converted = explanation
        let known = Set(ranked.map(\.source.id)).union(counts.keys)
        converted.order.removeAll { !known.contains($0.source.id) }
        converted.total = unit(explanation.total)
        for stretch in converted.stretches.indices {
            converted.stretches[stretch].amount = unit(explanation.stretches[stretch].amount)
            for index in converted.stretches[stretch].leftOut.indices {
                converted.stretches[stretch].leftOut[index].amount =
                    unit(explanation.stretches[stretch].leftOut[index].amount)
            }
        }
        self.explanation = converted
        shares = Self.shares(converted, counts: counts)
    }

    private static func shares(_ explanation: StatisticsExplanation, counts: [Int64: Int]) -> [Share] {
        var shares: [Int64: Share] = [:]
        for (index, ranked) in explanation.order.enumerated() {
            shares[ranked.source.id] = Share(
                rank: index + 1, ranked: ranked, samples: counts[ranked.source.id] ?? 0)
        }
        var present = Set(counts.filter { $0.value > 0 }.keys)
        for stretch in explanation.stretches {
            shares[stretch.source.id]?.counted += stretch.amount
            present.insert(stretch.source.id)
            for left in stretch.leftOut {
                present.insert(left.source.id)
                let known = shares[left.source.id]?.leftOut.firstIndex { $0.reason == left.reason }
                if let known {
                    shares[left.source.id]?.leftOut[known].amount += left.amount
                } else {
                    shares[left.source.id]?.leftOut.append(.init(reason: left.reason, amount: left.amount))
                }
            }
        }
        return explanation.order.compactMap { present.contains($0.source.id) ? shares[$0.source.id] : nil }
    }
}
