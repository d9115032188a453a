// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The explanation of a sum, computed from its intervals.
struct SumExplanation {
    /// The contribution of one source.
    struct Share {
        /// An amount that was not counted, and the reason.
        struct LeftOut {
            /// The reason.
            let reason: StatisticsExplanation.LeftOut.Reason
            /// The amount.
            var amount: Double
        }

        /// The rank of the source, 1 for the highest.
        let rank: Int
        /// The source and the reason for its rank.
        let ranked: RankedSource
        /// The number of samples.
        var samples = 0
        /// The counted amount.
        var counted = 0.0
        /// The amounts that were not counted.
        var leftOut: [LeftOut] = []
    }

    /// The type, the date range and the unit.
    let subject: ExplanationSubject
    /// The explanation of the store, with amounts in the unit.
    let explanation: StatisticsExplanation
    /// The contributions of the sources with samples, the highest rank first.
    let shares: [Share]

    /// - Parameters:
    ///   - counts: The number of samples of each source, by its number.
    ///   - ranked: The ranked sources of the type; sources that are neither ranked nor counted are omitted.
    init(
        _ explanation: StatisticsExplanation, counts: [Int64: Int], ranked: [RankedSource], subject: ExplanationSubject
    ) {
        self.subject = subject
        let unit = subject.unit
        var converted = explanation
        let known = Set(ranked.map(\.source.id)).union(counts.keys)
        // Figures of intervals have negative numbers.
        converted.order.removeAll { $0.source.id > 0 && !known.contains($0.source.id) }
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
