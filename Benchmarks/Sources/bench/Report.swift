// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Comparison {
    /// The table and the goals, as lines of text.
    var report: [String] {
        var lines = [
            "\(records) records; zip \(megabytes(archiveBytes)) MB, inflated \(megabytes(documentBytes)) MB",
            line("", "seconds", "cpu s", "x unzip", "records/s", "peak MB", "B/record", "runs"),
        ]
        let unzip = rows[0].result.seconds
        for row in rows {
            let result = row.result
            lines.append(
                line(
                    row.name, fixed(result.seconds, 3), fixed(result.cpuSeconds, 3), fixed(result.seconds / unzip, 2),
                    fixed(Double(records) / result.seconds, 0), fixed(result.peakMegabytes, 1),
                    row.bytes.map { fixed(Double($0) / Double(max(records, 1)), 1) } ?? "-", "\(row.runs)"))
        }
        return lines + goals
    }

    private var goals: [String] {
        let fresh = rows[2]
        var lines = [
            goal("import / unzip -p", fresh.result.seconds / rows[0].result.seconds, atMost: 1),
            goal("import, peak MB", fresh.result.peakMegabytes, atMost: 150),
            goal("store, bytes a record", Double(fresh.bytes ?? 0) / Double(max(records, 1)), atMost: 60),
        ]
        if rows.count > 4 {
            let ratio = rows[4].result.seconds / fresh.result.seconds
            lines.append("goal: healthkit-to-sqlite / import \(fixed(ratio, 1)), at least 20: \(verdict(ratio >= 20))")
        }
        return lines
    }

    private func goal(_ name: String, _ value: Double, atMost limit: Double) -> String {
        "goal: \(name) \(fixed(value, 2)), at most \(fixed(limit, 0)): \(verdict(value <= limit))"
    }

    private func verdict(_ isReached: Bool) -> String { isReached ? "reached" : "MISSED" }

    private func megabytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1e6, 1) }

    private func fixed(_ value: Double, _ digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }

    private func line(_ name: String, _ cells: String...) -> String {
        name.padding(toLength: 28, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }
}
