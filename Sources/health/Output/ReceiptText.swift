// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthExport
import OpenHealthModel
import OpenHealthStore

/// The receipt of an import for people.
struct ReceiptText {
    /// The maximum number of shown diagnostics.
    private static let diagnosticLimit = 20

    let receipt: ImportReceipt
    let file: String
    let seconds: Double
    let bytes: Int64
    let clock: ZoneClock

    /// The lines of the receipt.
    var lines: [String] {
        var lines = [headline, ""]
        lines += table(
            ["records", "read", "added", "already there", "rejected"],
            [
                [
                    "", count(receipt.records.read), count(receipt.records.added),
                    count(receipt.records.alreadyPresent), count(receipt.records.rejected),
                ]
            ])
        if !receipt.byType.isEmpty {
            let rows = receipt.byType.map { (TypeName.short($0.key).printable, $0.value) }
                .sorted { ($1.1.read, $0.0) < ($0.1.read, $1.0) }
            lines += [""]
            lines += table(["type", "read", "added"], rows.map { [$0.0, count($0.1.read), count($0.1.added)] })
        }
        if !kindRows.isEmpty {
            lines += [""]
            lines += table(["other", "read", "added", "already there"], kindRows)
        }
        lines += [""] + facts + diagnostics
        return lines
    }

    private var headline: String {
        let time = String(format: "%.1f s", seconds)
        let incomplete = receipt.complete ? "" : " in part: it is cut off"
        guard seconds > 0 else { return "imported \(file.printable)\(incomplete) in \(time)" }
        let speed = String(format: "%.1f MB/s", Double(bytes) / seconds / 1e6)
        let rate = NumberText.grouped(Int(Double(receipt.records.read) / seconds))
        return "imported \(file.printable)\(incomplete) in \(time) (\(speed), \(rate) records/s)"
    }

    /// The rows for kinds other than records, without kinds that the input does not contain.
    private var kindRows: [[String]] {
        let kinds = ImportReceipt.Kind.allCases.filter { receipt[$0] != ImportReceipt.Counts() }.map { kind in
            [
                Self.name(kind), count(receipt[kind].read), count(receipt[kind].added),
                count(max(0, receipt[kind].read - receipt[kind].added)),
            ]
        }
        let parts = [("metadata entries", receipt.metadataEntries), ("heartbeats", receipt.heartbeats)]
        return kinds + parts.filter { $0.1 > 0 }.map { [$0.0, count($0.1), "", ""] }
            + receipt.unknownElements.sorted { $0.key < $1.key }.map {
                ["unknown \($0.key)".printable, count($0.value), "", ""]
            }
    }

    private var facts: [String] {
        var facts: [[String]] = []
        if let description = receipt.description { facts.append(["content", description.printable]) }
        if receipt.dateRange.count == 2 {
            let dates = receipt.dateRange.map { clock.text(Date(timeIntervalSince1970: $0)) }
            facts.append(["dates", "\(dates[0]) to \(dates[1]) (\(TimeZoneName.text(clock.zone)))"])
        }
        if let date = receipt.export.exportDate {
            let more = [receipt.export.version.map { "version \($0)" }, receipt.export.locale].compactMap(\.self)
            let text = clock.text(Date(timeIntervalSince1970: date))
            facts.append(["exported", ([text] + more).joined(separator: ", ").printable])
        }
        if !receipt.sources.isEmpty {
            facts.append(["sources", "\(receipt.sources.count): " + receipt.sources.joined(separator: ", ").printable])
        }
        if let copies = receipt.copies, copies > 0 {
            let text = NumberText.counted(copies, "workout is a copy of another", "workouts are copies of others")
            facts.append(["same efforts", "\(text) (health workouts --copies)"])
        }
        facts.append(["unreadable bytes", "\(count(receipt.illegalBytes)) left out"])
        facts.append(["files left out", receipt.skippedFiles.isEmpty ? "none" : count(receipt.skippedFiles.count)])
        var lines = table(["", ""], facts, hasHeading: false)
        lines += receipt.skippedFiles.map { "  \($0.printable)" }
        return lines
    }

    private var diagnostics: [String] {
        guard receipt.diagnosticCount > 0 else { return [] }
        let shown = receipt.diagnostics.prefix(Self.diagnosticLimit)
        let all = NumberText.counted(receipt.diagnosticCount, "remark", "remarks")
        let title = shown.count < receipt.diagnosticCount ? "\(all), of which the first \(shown.count):" : "\(all):"
        return ["", title] + shown.map { "  \($0.severity.rawValue): \($0.description)".printable }
    }

    private func count(_ number: Int) -> String { NumberText.grouped(number) }

    private func table(_ titles: [String], _ rows: [[String]], hasHeading: Bool = true) -> [String] {
        let columns = titles.enumerated().map { index, title in
            TableColumn(title: title, alignment: index == 0 || !hasHeading ? .left : .right, fit: .fixed)
        }
        let layout = TableLayout(columns, rows: rows, limit: nil)
        return (hasHeading ? [layout.heading] : []) + rows.map(layout.line)
    }

    private static func name(_ kind: ImportReceipt.Kind) -> String {
        switch kind {
        case .correlations: "correlations"
        case .workouts: "workouts"
        case .workoutStatistics: "workout statistics"
        case .workoutEvents: "workout events"
        case .workoutActivities: "workout activities"
        case .routes: "routes"
        case .routePoints: "route points"
        case .ecgs: "ECGs"
        case .ecgVoltages: "ECG voltages"
        case .activitySummaries: "activity summaries"
        case .clinicalRecords: "clinical records"
        case .audiograms: "audiograms"
        case .sensitivityPoints: "sensitivity points"
        case .visionPrescriptions: "vision prescriptions"
        }
    }
}

/// The receipt of an import in JSON: the keys of the receipt, and those of the run.
struct ReceiptDocument: Encodable {
    private enum RunKey: String, CodingKey {
        case file, seconds
    }

    let receipt: ImportReceipt
    let file: String
    let seconds: Double

    func encode(to encoder: any Encoder) throws {
        try receipt.encode(to: encoder)
        var run = encoder.container(keyedBy: RunKey.self)
        try run.encode(file, forKey: .file)
        try run.encode(seconds, forKey: .seconds)
    }

    /// Returns the document on one line.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// The receipt of an export.
struct ExportReceiptText {
    let receipt: ExportReceipt
    let file: String
    let format: String
    let seconds: Double

    /// The receipt for people.
    var lines: [String] {
        let files = NumberText.counted(receipt.files, "file", "files")
        var lines = ["exported to \(file.printable) (\(format), \(files), \(NumberText.bytes(receipt.bytes)))", ""]
        let types = receipt.types.map { (TypeName.short($0.key).printable, $0.value) }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        if !types.isEmpty { lines += table("type", "samples", types) + [""] }
        lines += table("kind", "written", ExportKind.allCases.compactMap { row($0, receipt.written) })
        let lost = ExportKind.allCases.compactMap { row($0, receipt.notHeld) }
        guard !lost.isEmpty else { return lines }
        return lines + [""] + table("not in the format", "number", lost)
    }

    /// The receipt for programs.
    var json: String {
        let run: [(String, JSONValue)] = [
            ("file", .string(file)), ("format", .string(format)), ("seconds", .double(seconds)),
        ]
        return JSONValue.object(run + receipt.entries).text
    }

    private func row(_ kind: ExportKind, _ counts: [ExportKind: Int]) -> (String, Int)? {
        counts[kind].map { (kind.title, $0) }
    }

    private func table(_ title: String, _ number: String, _ rows: [(String, Int)]) -> [String] {
        let columns = [
            TableColumn(title: title),
            TableColumn(title: number, alignment: .right),
        ]
        let cells = rows.map { [$0.0, NumberText.grouped($0.1)] }
        let layout = TableLayout(columns, rows: cells, limit: nil)
        return [layout.heading] + cells.map(layout.line)
    }
}
