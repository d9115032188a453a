// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The tables and goals of the statistics.
extension StatisticsComparison {
    /// The queries that a person would write in SQL; the fastest is the baseline.
    private static let plainQueries = ["cast to a date", "date_trunc"]

    /// The seconds of DuckDB's fastest plain query, when run again.
    var peerSeconds: Double? {
        peer.filter { Self.plainQueries.contains($0.name) }.map(\.again).min()
    }

    /// The lines with all figures of one size.
    var report: [String] {
        let what = series.type == .heartRate ? "heart rate by day" : "steps by day, three sources that overlap"
        var lines = [
            "\(what): \(series.count) samples over ten years, days of \(Self.zone?.identifier ?? "")",
            Table.line("", "seconds", "x DuckDB", "samples/s", "peak MB"),
        ]
        for query in peer {
            let first = Table.fixed(query.first, 3)
            lines.append(line("\(query.name) (first \(first))", query.again))
        }
        lines += [
            line("ours, cells not yet made", cold), line("ours, cells there, just opened", warm),
            line("ours, asked again", again),
        ]
        if let process {
            lines += [
                line("health statistics, no cells", process.cold.seconds, process.cold.peakMegabytes),
                line("health statistics, cells there", process.warm.seconds, process.warm.peakMegabytes),
            ]
        }
        let samples = Double(series.count)
        lines.append(
            "store \(Table.fixed(Double(bytes.without) / samples, 1)) B/sample, "
                + "cells \(Table.fixed(Double(bytes.with - bytes.without) / samples, 2)) B/sample more")
        if let mergedShare {
            lines.append("merged sum: \(Table.fixed(mergedShare * 100, 1)) % of the plain sum")
        }
        if !peer.isEmpty { lines.append("\(peerName); the answers agree") }
        return lines
    }

    /// The goals of the project for this size.
    var goals: [String] {
        guard let peerSeconds else { return [] }
        if series.type == .heartRate {
            return [
                Table.goal("heart rate by day, cells there / DuckDB", warm / peerSeconds, atMost: 0.5),
                Table.goal("heart rate by day, no cells / DuckDB", cold / peerSeconds, atMost: 4),
            ]
        }
        return [Table.goal("steps by day, no cells / DuckDB's plain sum", cold / peerSeconds, atMost: 3)]
    }

    /// Returns lines that show how the time grows with the number of samples.
    static func growth(_ comparisons: [StatisticsComparison]) -> [String] {
        guard let first = comparisons.first, comparisons.count > 1 else { return [] }
        var lines = [
            "how time grows, heart rate by day",
            Table.line("samples", "x", "no cells", "x", "cells", "x", "DuckDB", "x"),
        ]
        for one in comparisons {
            let pairs =
                [(one.cold, first.cold), (one.warm, first.warm)]
                + [(one.peerSeconds, first.peerSeconds)].compactMap { pair in
                    if let here = pair.0, let there = pair.1 { (here, there) } else { nil }
                }
            let cells = pairs.flatMap { [Table.fixed($0.0, 3), Table.fixed($0.0 / $0.1, 1)] }
            let name = "\(one.series.count)"
            lines.append(
                Table.line(name, [Table.fixed(Double(one.series.count) / Double(first.series.count), 1)] + cells))
        }
        return lines
    }

    private func line(_ name: String, _ seconds: Double, _ megabytes: Double? = nil) -> String {
        Table.line(
            name, Table.fixed(seconds, 3), peerSeconds.map { Table.fixed(seconds / $0, 2) } ?? "-",
            Table.fixed(Double(series.count) / seconds, 0), megabytes.map { Table.fixed($0, 1) } ?? "-")
    }
}
