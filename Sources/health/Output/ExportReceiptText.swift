// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthExport
import OpenHealthModel

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
