// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The explanation of a sum in JSON.
struct SumExplanationJSON {
    /// The explanation.
    let content: SumExplanation

    /// The JSON object.
    var object: JSONValue {
        .object(
            content.subject.json + [
                ("total", .number(content.explanation.total)),
                ("minuteReadings", .integer(content.explanation.minuteReadings)), ("order", .array(order)),
                ("sources", .array(shares)), ("stretches", .array(content.explanation.stretches.map(stretch))),
            ])
    }

    /// The columns of the intervals.
    var columns: [Column<StatisticsExplanation.Stretch>] {
        let subject = content.subject
        let (type, unit, span) = (subject.type.identifier, subject.unit.text, subject.span)
        return [
            Column("from") { .text(span.iso($0.from)) },
            Column("to") { .text(span.iso($0.to)) },
            Column("source") { .text($0.source.name) },
            Column("bundleIdentifier") { .text($0.source.bundleIdentifier) },
            Column("amount") { .number($0.amount) },
            Column("samples") { .count($0.samples) },
            Column("leftOut") { .json(.array($0.leftOut.map(Self.leftOut))) },
            Column("type") { _ in .text(type) },
            Column("unit") { _ in .text(unit) },
        ]
    }

    private var order: [JSONValue] {
        RankColumns.rows(content.explanation.order).map { row in
            .object(RankColumns.all.filter { $0.audience != .people }.map { ($0.name, $0.cell(row).json) })
        }
    }

    private var shares: [JSONValue] {
        content.shares.map { share in
            .object(
                Self.names(share.ranked.source) + [
                    ("samples", .integer(share.samples)), ("counted", .number(share.counted)),
                    (
                        "leftOut",
                        .array(
                            share.leftOut.map { .object([("amount", .number($0.amount))] + Self.reason($0.reason)) })
                    ),
                ])
        }
    }

    private func stretch(_ stretch: StatisticsExplanation.Stretch) -> JSONValue {
        let span = content.subject.span
        return .object(
            [("from", .string(span.iso(stretch.from))), ("to", .string(span.iso(stretch.to)))]
                + Self.names(stretch.source) + [
                    ("amount", .number(stretch.amount)), ("samples", .integer(stretch.samples)),
                    ("leftOut", .array(stretch.leftOut.map(Self.leftOut))),
                ])
    }

    private static func leftOut(_ left: StatisticsExplanation.LeftOut) -> JSONValue {
        .object(
            names(left.source) + [("amount", .number(left.amount)), ("samples", .integer(left.samples))]
                + reason(left.reason))
    }

    private static func names(_ source: StatisticsSource) -> [(key: String, value: JSONValue)] {
        [("source", .string(source.name)), ("bundleIdentifier", .optional(source.bundleIdentifier))]
    }

    private static func reason(_ reason: StatisticsExplanation.LeftOut.Reason) -> [(key: String, value: JSONValue)] {
        switch reason {
        case .betterSource(let source): [("reason", .string("betterSource")), ("coveredBy", .string(source.name))]
        case .reportedTwice: [("reason", .string("reportedTwice")), ("coveredBy", .null)]
        case .betterInformed: [("reason", .string("betterInformed")), ("coveredBy", .null)]
        case .copyOfWorkout: [("reason", .string("copyOfWorkout")), ("coveredBy", .null)]
        }
    }
}
