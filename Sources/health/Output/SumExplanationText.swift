// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The explanation of a sum for people.
struct SumExplanationText {
    /// The explanation.
    let content: SumExplanation
    /// Whether every interval is listed.
    let showsStretches: Bool
    /// The number of columns of the terminal; `nil` for no limit.
    let width: Int?

    private var explanation: StatisticsExplanation { content.explanation }

    private var amounts: AmountText {
        AmountText([explanation.total] + content.shares.map(\.counted) + explanation.stretches.map(\.amount))
    }

    /// The lines.
    var lines: [String] {
        let heading = content.subject.heading
        guard !content.shares.isEmpty else { return [heading, "no samples"] }
        let amounts = amounts
        var lines = [heading, "total \(content.subject.unit.with(amounts.text(explanation.total)))", ""]
        lines += order + [""] + shares(amounts) + [""]
        if showsStretches {
            lines += stretches(amounts) + [""]
        } else {
            lines += [
                "\(NumberText.grouped(explanation.stretches.count)) stretches of time; --stretches lists them", "",
            ]
        }
        return lines + [addition(amounts)]
    }

    private var order: [String] {
        let others = explanation.order.count - content.shares.count
        let more = others == 0 ? "" : "; \(others) more \(others == 1 ? "has" : "have") no samples here"
        return [
            "Where sources have data for the same time, the one that ranks best counts\(more).",
            "To change the order: health sources --rank \(content.subject.type.name) NAME...",
        ] + minutes
            + table(
                [
                    TableColumn(title: "rank", alignment: .right),
                    TableColumn(title: "source", fit: .cuttable),
                    TableColumn(title: "reason"),
                ],
                content.shares.map {
                    ["\($0.rank)", $0.ranked.source.name.printable, SourceReason.text($0.ranked.reason)]
                })
    }

    /// The line about readings of which only the date is known; none if there are no such readings.
    private var minutes: [String] {
        let count = explanation.minuteReadings
        if count == 0 { return [] }
        let subject = count == 1 ? "1 reading has" : "\(NumberText.grouped(count)) readings have"
        return ["\(subject) a date and no end, and \(count == 1 ? "counts" : "count") for the minute of the date."]
    }

    private func shares(_ amounts: AmountText) -> [String] {
        let counted = amounts.parts(content.shares.map(\.counted), of: explanation.total)
        var rows: [[String]] = []
        for (share, counted) in zip(content.shares, counted) {
            let first = share.leftOut.first
            rows.append([
                share.ranked.source.name.printable, "\(share.samples)", counted,
                amounts.text(first?.amount ?? 0), first.map { Self.text($0.reason) } ?? "",
            ])
            for left in share.leftOut.dropFirst() {
                rows.append(["", "", "", amounts.text(left.amount), Self.text(left.reason)])
            }
        }
        return table(
            [
                TableColumn(title: "source", fit: .cuttable),
                TableColumn(title: "samples", alignment: .right),
                TableColumn(title: "counted", alignment: .right),
                TableColumn(title: "left out", alignment: .right),
                TableColumn(title: "why", fit: .cuttable),
            ], rows)
    }

    private func stretches(_ amounts: AmountText) -> [String] {
        let clock = content.subject.span.clock
        let rows = zip(explanation.stretches, counted(amounts)).map { stretch, counted in
            [
                clock.text(stretch.from), clock.text(stretch.to, after: stretch.from),
                stretch.source.name.printable, counted, "\(stretch.samples)",
                stretch.leftOut.map { left in
                    let amount = "\(left.source.name): \(amounts.text(left.amount))"
                    if case .betterSource = left.reason { return amount }
                    return "\(amount) (\(Self.text(left.reason)))"
                }.joined(separator: ", ").printable,
            ]
        }
        return table(
            [
                TableColumn(title: "from"),
                TableColumn(title: "to"),
                TableColumn(title: "source", fit: .cuttable),
                TableColumn(title: "amount", alignment: .right),
                TableColumn(title: "samples", alignment: .right, fit: .droppable),
                TableColumn(title: "left out", fit: .cuttable),
            ], rows)
    }

    /// Returns the amount of each interval; the strings of a source's intervals add up to the string of the source.
    private func counted(_ amounts: AmountText) -> [String] {
        var texts = explanation.stretches.map { amounts.text($0.amount) }
        let places = Dictionary(grouping: texts.indices) { explanation.stretches[$0].source.id }
        let counted = amounts.parts(content.shares.map(\.counted), of: explanation.total)
        for (share, text) in zip(content.shares, counted) {
            let indices = places[share.ranked.source.id] ?? []
            let parts = amounts.parts(indices.map { explanation.stretches[$0].amount }, ofText: text)
            for (index, part) in zip(indices, parts) { texts[index] = part }
        }
        return texts
    }

    private func addition(_ amounts: AmountText) -> String {
        let shares = content.shares.filter { $0.counted != 0 }
        let total = content.subject.unit.with(amounts.text(explanation.total))
        guard !shares.isEmpty else { return "0 = \(total)" }
        let counted = amounts.parts(shares.map(\.counted), of: explanation.total)
        let parts = zip(shares, counted).map { "\($1) (\($0.ranked.source.name.printable))" }
        return parts.joined(separator: " + ") + " = \(total)"
    }

    private static func text(_ reason: StatisticsExplanation.LeftOut.Reason) -> String {
        switch reason {
        case .betterSource(let source): "covered by \(source.name.printable)"
        case .reportedTwice: "reported twice"
        case .betterInformed: "pushed; its better-informed samples count"
        case .copyOfWorkout: "copy of a workout of another source"
        }
    }

    private func table(_ columns: [TableColumn], _ rows: [[String]]) -> [String] {
        let layout = TableLayout(columns, rows: rows, limit: width)
        return [layout.heading] + rows.map(layout.line)
    }
}
