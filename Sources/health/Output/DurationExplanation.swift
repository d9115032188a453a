// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The explanation of the durations of a category's values, in all output formats.
struct DurationExplanation {
    /// The type.
    let type: ExplainedType
    /// The requested date range.
    let span: SpanText
    /// The durations of the values.
    let values: [CategoryValueDuration]
    /// The intervals with the value that each belongs to.
    let stretches: [CategoryStretch]
    /// The samples that do not count because better-informed samples of their source do.
    let replaced: ReplacedText

    private var total: Double { values.reduce(0) { $0 + $1.duration } }

    /// The columns of the values.
    private var valueColumns: [Column<CategoryValueDuration>] {
        let type = type.identifier
        return [
            Column("value", for: .people) { .text(Self.name($0.value, type: type)) },
            Column("value", for: .programs) { .count($0.value) },
            Column("valueName", for: .programs) { .text(Self.fullName($0.value, type: type)) },
            Column("samples", alignment: .right) { .count($0.count) },
            Column("duration", for: .people, alignment: .right) { .text(NumberText.duration($0.duration)) },
            Column("reported", for: .people, alignment: .right) { .text(NumberText.duration($0.reported)) },
            Column("duration", for: .programs) { .number($0.duration) },
            Column("reported", for: .programs) { .number($0.reported) },
        ]
    }

    /// The columns of the intervals.
    var columns: [Column<CategoryStretch>] {
        let (type, span) = (type.identifier, span)
        return [
            Column("from", for: .people) { .text(span.clock.text($0.from)) },
            Column("to", for: .people) { .text(span.clock.text($0.to, after: $0.from)) },
            Column("from", for: .programs) { .text(span.iso($0.from)) },
            Column("to", for: .programs) { .text(span.iso($0.to)) },
            Column("value", for: .people) { .text(Self.name($0.value, type: type)) },
            Column("value", for: .programs) { .count($0.value) },
            Column("valueName", for: .programs) { .text(Self.fullName($0.value, type: type)) },
            Column("source", fit: .cuttable) { .text($0.source.name) },
            Column("bundleIdentifier", for: .programs) { .text($0.source.bundleIdentifier) },
            Column("duration", for: .people, alignment: .right) {
                .text(NumberText.duration($0.to.timeIntervalSince($0.from)))
            },
            Column("duration", for: .programs) { .number($0.to.timeIntervalSince($0.from)) },
            Column("type", for: .programs) { _ in .text(type) },
        ]
    }

    /// The explanation in JSON.
    var json: JSONValue {
        func objects<Row>(_ rows: [Row], _ columns: [Column<Row>]) -> JSONValue {
            let columns = columns.filter { $0.audience != .people && $0.name != "type" }
            return .array(rows.map { row in .object(columns.map { ($0.name, $0.cell(row).json) }) })
        }
        return .object(
            [("type", .string(type.identifier)), ("name", .string(type.name)), ("unit", .string("s"))] + span.json + [
                ("total", .number(total)), ("values", objects(values, valueColumns)),
                ("stretches", objects(stretches, columns)),
            ] + replaced.json)
    }

    /// Returns the explanation for people.
    /// - Parameters:
    ///   - showsStretches: Whether every interval is listed.
    ///   - width: The number of columns of the terminal; `nil` for no limit.
    func lines(showsStretches: Bool, width: Int?) -> [String] {
        let heading = "\(type.name) \(span.text)"
        guard !values.isEmpty else { return [heading, "no samples"] + replaced.lines }
        func table<Row>(_ rows: [Row], _ columns: [Column<Row>]) -> [String] {
            let columns = columns.filter { $0.audience != .programs }
            let texts = rows.map { row in columns.map { $0.cell(row).text(clock: span.clock) } }
            let layout = TableLayout(columns.map(\.layout), rows: texts, limit: width)
            return [layout.heading] + texts.map(layout.line)
        }
        var lines = [heading, "total \(NumberText.duration(total))", ""] + explanation + [""]
        lines += table(values, valueColumns)
        // Integer seconds that add up.
        let lasting = values.filter { $0.duration > 0 }
        let parts = AmountText([]).parts(lasting.map(\.duration), of: total).compactMap(Double.init)
        guard !parts.isEmpty else { return lines + replaced.lines }
        lines += [""]
        if showsStretches {
            lines += table(stretches, columns) + [""]
        } else {
            lines += ["\(NumberText.grouped(stretches.count)) stretches of time; --stretches lists them", ""]
        }
        let addition = zip(lasting, parts).map { value, part in
            "\(NumberText.duration(part)) (\(Self.name(value.value, type: type.identifier)))"
        }
        return lines + [addition.joined(separator: " + ") + " = \(NumberText.duration(total))"] + replaced.lines
    }

    private static func fullName(_ value: Int, type: String) -> String? {
        HealthTypes.named(type)?.valueEnum.flatMap { HealthEnums.caseName(ofEnum: $0, rawValue: value) }
    }

    private static func name(_ value: Int, type: String) -> String {
        fullName(value, type: type).map { CategoryCase.short($0, type: type) } ?? String(value)
    }

    private var explanation: [String] {
        let isSleep = type.identifier == HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        return [
            "Each moment belongs to one value, so the durations add up to the time that is covered.",
            "What was reported is more where samples of several values hold the same moment:",
            isSleep
                ? "being in bed gives way to sleep and waking, then the source that ranks best counts."
                : "the source that ranks best counts, then the sample that started last.",
            "To change the order: health sources --rank \(type.name) NAME...",
        ]
    }
}
