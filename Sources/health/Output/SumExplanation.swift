// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
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

/// The subject of an explanation of a quantity.
struct ExplanationSubject {
    /// The type.
    let type: ExplainedType
    /// The requested date range.
    let span: SpanText
    /// The unit of the values.
    let unit: ShownUnit

    /// The heading for people.
    var heading: String { "\(type.name) \(span.text)" }

    /// The entries in JSON.
    var json: [(key: String, value: JSONValue)] {
        [("type", .string(type.identifier)), ("name", .string(type.name)), ("unit", .string(unit.text))] + span.json
    }
}

/// The samples that do not count because better-informed samples of their source do, in explanations of averages and durations.
struct ReplacedText {
    /// The samples by source.
    let samples: [ReplacedSamples]

    /// The lines for people, the first of which is empty; none if all samples count.
    var lines: [String] {
        if samples.isEmpty { return [] }
        return ["", "Left out, because they were pushed and better-informed samples of the same source count:"]
            + samples.map { left in
                let unit = left.samples == 1 ? "sample" : "samples"
                let duration = left.duration > 0 ? ", \(NumberText.duration(left.duration))" : ""
                return "\(left.source.name.printable): \(NumberText.grouped(left.samples)) \(unit)\(duration)"
            }
    }

    /// The entry in JSON.
    var json: [(key: String, value: JSONValue)] {
        let entries = samples.map { left in
            JSONValue.object([
                ("source", .string(left.source.name)), ("bundleIdentifier", .optional(left.source.bundleIdentifier)),
                ("samples", .integer(left.samples)), ("duration", .double(left.duration)),
                ("reason", .string("betterInformed")),
            ])
        }
        return [("leftOut", .array(entries))]
    }
}
